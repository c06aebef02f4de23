"""Which lines an event of a simulation would print: a table for each part of the story."""
