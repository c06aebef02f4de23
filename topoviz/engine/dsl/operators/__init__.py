"""One module for each operator of the DSL, or for a few that differ in a word."""
