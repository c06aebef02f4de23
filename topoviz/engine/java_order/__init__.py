"""The order in which Java walks its collections, and how it hashes what lies in them."""
