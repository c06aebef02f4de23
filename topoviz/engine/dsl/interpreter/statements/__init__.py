"""What statements do: blocks, loops, switches, and exceptions on their way."""
