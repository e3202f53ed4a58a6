"""From readings to facts: debounced, calibrated, settled, counted.

Each fold is a frozen state and three pure functions:

* `begin(...)`: the state before anything was read; the wiring and the calibration are handed in.
* `see(state, reading)`: the next state, and the facts that the reading completes. A reading that is not the fold's own
  changes nothing, so every reading may be shown to every fold.
* `wake(state)`: the moment at which the fold wants a `Passed` if nothing else comes before, or None.

Laws: time comes from the stamps of the readings alone; what a sensor cannot tell is said as unknown (`Depth.UNKNOWN`,
`gems=None`), never as its last value; a part that is back shows its facts before its `PartBack`.
"""
