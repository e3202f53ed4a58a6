"""The chips of the box, and nothing of games: each module speaks to one kind of part.

Laws: hardware libraries are imported inside constructors only, so that everything runs on a laptop; a driver never
waits longer than the bus's own retries; what cannot be read is an error or None, never a number.
"""
