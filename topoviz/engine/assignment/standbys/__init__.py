"""Which clients get copies of stateful tasks: by load, and by client tags (KIP-708)."""
