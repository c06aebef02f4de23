"""Collections, maps, optionals and Java's lazy streams, where they take functions."""
