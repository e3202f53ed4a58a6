"""Clever Keys (HABA 305873): three keys, eight sections, and a memory of which slot blocks."""
