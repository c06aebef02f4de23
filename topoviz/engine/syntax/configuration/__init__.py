"""Configuration files of a bundle: which they are, and what they set."""

from topoviz.engine.syntax.configuration.reading import is_configuration, read_configuration
from topoviz.engine.syntax.configuration.settings import Setting

__all__ = ["Setting", "is_configuration", "read_configuration"]
