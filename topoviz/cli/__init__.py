"""The command line: the engine without a server."""
