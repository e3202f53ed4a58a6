"""The firmware that joins chips, plan and games: sensing, the referee's loop, the announcer, plays and commands."""
