"""Whole modules held against their single files: what is sure in a file alone must stay sure among the others."""
