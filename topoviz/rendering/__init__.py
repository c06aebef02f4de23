"""What the engine found, made ready for others to read: JSON now, pictures later."""
