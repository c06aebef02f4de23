"""Programs of several files, and of frameworks: started for real, and written down as they describe themselves."""
