"""What the box is made of: its plan (box.toml, and who reads it), and in `sim` its twin on a laptop."""
