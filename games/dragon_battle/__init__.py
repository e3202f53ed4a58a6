"""Dragon Battle (HABA 304160): four dice, four dragons, and twenty castle residents to be freed."""
