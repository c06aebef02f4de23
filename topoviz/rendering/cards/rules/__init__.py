"""The rules of folding, one a file: each takes cards and what is to be seen, and gives cards."""
