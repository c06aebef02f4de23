"""What is wrong with a text that should describe a cluster."""

from __future__ import annotations

from topoviz.engine.syntax.bad_text import BadText


class BadCluster(BadText):
    """The text describes no cluster."""

    thing = "cluster"
