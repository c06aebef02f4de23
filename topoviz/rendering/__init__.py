"""What the engine found, made ready for others to read: JSON and pictures. Nothing else makes either."""
