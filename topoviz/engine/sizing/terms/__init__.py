"""What takes memory in an instance, one kind a file."""
