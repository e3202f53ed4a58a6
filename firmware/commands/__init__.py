"""What `boxref` can be asked to do: a module a command, imported only when it is called."""

from typing import Final

WRONG: Final = 2
"""Exit status of a wrong command line, file or plan, as argparse has it."""


class Refused(Exception):
    """What was asked cannot be done: a sentence for who asked it, and the exit status."""

    def __init__(self, sentence: str, status: int = WRONG) -> None:
        super().__init__(sentence)
        self.status = status
