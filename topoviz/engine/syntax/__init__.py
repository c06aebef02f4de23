"""Reading: one adapter for each language, and a reader for describe() texts."""
