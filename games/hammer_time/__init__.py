"""Hammer Time (HABA 306212): knock gems off the box, fill four wagons, and do not wake the dragon."""
