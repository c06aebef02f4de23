"""The oracle: ask the real kafka-streams library what a DSL program is."""
