"""A log that was explained, as JSON and in words."""
