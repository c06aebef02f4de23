"""Configuration files of a bundle: which they are, and what they set."""

from topoviz.engine.syntax.configuration.pasted import name_as_configuration
from topoviz.engine.syntax.configuration.reading import read_configuration
from topoviz.engine.syntax.configuration.settings import Setting

__all__ = ["Setting", "name_as_configuration", "read_configuration"]
