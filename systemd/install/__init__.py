"""The installer: puts boxref on a computer, brings it up to date, takes it out again. Standard library only."""
