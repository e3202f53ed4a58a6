"""What a pulled plug leaves: a game's calls to the disk recorded, every disk they could leave rebuilt and booted."""
