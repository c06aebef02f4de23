"""A change of a topology as JSON, text, Markdown and pictures."""
