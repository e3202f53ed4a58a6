"""What a scale asks of its converter, whichever chip that is: two load cells on channels 1 and 2, read one at a time.

Laws of every converter: nothing waits: what takes time says when it wants to go on, and has a deadline, after which it
is a fault; a result is handed out once, and only when it is surely whole, settled and of the channel that was selected;
a count at a rail is no count.

`now` is always the moment of the call itself, not that of a request that lay in a queue.
"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """One result: `counts` from -8388607 to 8388606, or None when the cell is beyond what the chip can tell."""

    channel: int
    counts: int | None


class Converter(Protocol):
    """One or two chips that turn what two load cells feel into counts.

    After any error of `step`, and whenever `running` has become False, `step` starts anew. All errors are BusErrors
    whose text is a sentence; a ChipFault tells of a chip that is there and does not behave.
    """

    @property
    def running(self) -> bool:
        """Does it convert, with our settings as far as known?"""

    @property
    def due(self) -> float:
        """The moment before which a look at the selected channel is in vain; the past where that is not known."""

    def step(self, now: float) -> float | None:
        """Do what is due of reset, power-up and calibration.

        Returns:
            Seconds until the next call is wanted; None when it runs.

        Raises:
            BusError: it does not answer, or not as it must.
        """

    def select(self, channel: int, now: float) -> None:
        """Look at channel 1 or 2 from now on. Raises BusError, and ValueError for another channel."""

    def read(self, now: float) -> Conversion | None:
        """The newest result of the selected channel, if there is one since the last.

        Raises:
            BusError: it does not answer; it may be asked again at any time.
            ChipFault: it does not behave, and `running` is False.
        """

    def audit(self) -> bool:
        """Are its settings still ours, as far as the chip can tell? If not, `running` is False. Raises BusError."""

    def forget(self) -> None:
        """What is known of it holds no longer: `running` is False."""
