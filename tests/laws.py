"""How often laws are tried: with the same examples in each run, or with many new ones where somebody explores.

CI and `make test` draw what follows from the test itself, so that they fail and cover alike each time. `make soak`
explores: it draws anew, twenty times as many, and a failure tells how to see it again.
"""

from hypothesis import settings

USUAL = 100
"""What a law without a number of its own is tried with."""

CI = "ci"
settings.register_profile(CI, derandomize=True, deadline=None, max_examples=USUAL)
settings.register_profile("explore", deadline=None, max_examples=20 * USUAL, print_blob=True)


def examples(number: int) -> settings:
    """For a law that needs another number than USUAL; as many times more as the profile draws more."""
    return settings(max_examples=number * settings().max_examples // USUAL)
