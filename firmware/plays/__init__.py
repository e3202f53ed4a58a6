"""Plays: scripts of hands on the simulated box, and what the referee should say to them."""
