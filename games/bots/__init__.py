"""Players that play by themselves, and the worlds they play in.

Laws:

1. Chance is handed in (`chance.py`): nothing here draws from anywhere else, so the same chance is the same game.
2. A player sees a view of the position, in which whatever it may not know is missing, and never the world: the board,
   the draw pile, other people's tasks. What it remembers it has seen itself.
3. Worlds play by the rules alone. A player who answers with a move the rules refuse has a fault, and is told so.
4. How hands and eyes behave is a model and no measurement; each says so where it stands.
"""
