"""What may happen to an application, one kind of event a file."""
