"""The events of a simulation on their way to whoever looks at them: written in pieces, and read as few as it takes."""
