"""The Python that runs the product."""

import platform
import sys

from topoviz.web.health.part import Part, State


def python_part() -> Part:
    """Tell which Python runs, and whether in an environment of its own."""
    own = sys.prefix != sys.base_prefix
    return Part(
        name="Python",
        purpose="Runs everything.",
        state=State.READY,
        found=f"{platform.python_implementation()} {platform.python_version()}",
        sentence="It runs in an environment of its own." if own else "It runs without an environment of its own.",
    )
