"""Histories that `topoviz lag capture` takes from a real broker with real applications."""
