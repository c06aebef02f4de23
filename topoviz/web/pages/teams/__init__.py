"""The pages of a team: who is in it, and what becomes of it."""
