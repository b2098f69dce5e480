"""The command line, one module per command; each is imported only when it is asked for."""
