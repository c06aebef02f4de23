"""What is wrong with a text that should say how a simulation goes."""

from __future__ import annotations

from topoviz.engine.syntax.bad_text import BadText


class BadConfiguration(BadText):
    """The text names something that is not there, or a value that cannot be."""

    thing = "configuration"
