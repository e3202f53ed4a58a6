"""What is wrong with a box, and the command that mends it: checks that read the computer, the bus and the journal."""
