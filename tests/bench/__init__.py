"""Our own figures. They swing with the machine's other load: compare ratios within one run, never gate on times."""
