"""How the tasks of a client are divided among its stream threads, one era a file."""
