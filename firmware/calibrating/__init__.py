"""The box learns its own parts, step by step, with the hands of a family: no screen and no tool is needed.

Each part has a course: a pure fold of readings and presses that tells what to do next, and ends within a stated time,
well or with the likely cause. `session` runs a course on a box, and the same courses serve the terminal and the keys.
"""
