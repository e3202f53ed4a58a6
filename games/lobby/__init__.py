"""The box between games: what is played next, who plays, and who starts (panel.md, "Lobby")."""
