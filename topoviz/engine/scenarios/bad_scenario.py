"""What is wrong with a text that should describe a scenario."""

from __future__ import annotations

from topoviz.engine.syntax.bad_text import BadText


class BadScenario(BadText):
    """The text describes no scenario, or one in which something happens that cannot happen then."""

    thing = "scenario"
