"""What lines mean in the life of an application, and where to look next: a file for each part of the story."""
