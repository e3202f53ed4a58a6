"""The games: their rules, their referees and the words they share. Pure: no clock, no chance, no files, no loop."""
