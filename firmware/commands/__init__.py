"""What `boxref` can be asked to do: a module a command, imported only when it is called."""
