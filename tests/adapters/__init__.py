"""How the words of rule vectors map to each game's own moves and announcements: one small adapter for each game."""
