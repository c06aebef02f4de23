"""What a simulation tells, in words."""
