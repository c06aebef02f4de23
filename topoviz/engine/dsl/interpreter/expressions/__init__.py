"""What expressions come to: operators, names, places that values are stored in, and objects as text."""
