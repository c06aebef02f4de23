"""What could be done about what a history shows, with the arithmetic; one advice a file."""
