"""What nodes do with a record, one kind of operator a file."""
