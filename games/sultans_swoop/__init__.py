"""Sultan's Swoop (HABA 300864)."""
