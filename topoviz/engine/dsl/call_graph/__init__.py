"""Which parts of a program may run which: by what calls are made on, as far as the text says it."""
