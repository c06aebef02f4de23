"""Java source, up to version 21, whole files and loose fragments alike, as the small common tree."""

from topoviz.engine.syntax.java.reading import read_java

__all__ = ["read_java"]
