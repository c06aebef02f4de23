"""What happens to an application over time: instances start, stop, die and come back, and tasks follow."""
