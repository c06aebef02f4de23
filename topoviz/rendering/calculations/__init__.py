"""Questions about a topology as JSON, with their answers and pictures: who gets which task, what a scenario does."""
