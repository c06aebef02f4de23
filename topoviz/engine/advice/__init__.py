"""What could be done about a measured load: threads, shared work, other assignments, fewer topics. Pure arithmetic."""
