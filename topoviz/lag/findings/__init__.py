"""What a lag report says on top: one file for each cause that can be told from the numbers."""
