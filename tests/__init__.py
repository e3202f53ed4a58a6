"""The tests, and the commands that live beside them: `python -m tests.vectors`, `tests.recordings`, `tests.bench`."""
