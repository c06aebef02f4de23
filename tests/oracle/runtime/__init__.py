"""Drives the real StreamTask call by call, and holds the engine's task against it."""
