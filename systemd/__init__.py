"""What makes a computer a box: units, rules for devices, and the installer that puts them in."""
