"""Records of input topics: read from files, or made from a seed."""
