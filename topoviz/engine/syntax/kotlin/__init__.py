"""Kotlin source, up to version 2.1, whole files, scripts and loose fragments alike, as the small common tree."""

from topoviz.engine.syntax.kotlin.reading import read_kotlin

__all__ = ["read_kotlin"]
