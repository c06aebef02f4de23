"""Regular expressions that Java may not compile: java.util.regex.PatternSyntaxException.

Nobody writes one on purpose; what is not certain to be compiled is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topoviz.engine.regular_expressions import is_compiled
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World


def doubt_pattern(world: World, pattern: str, span: Span) -> None:
    """Tell of a regular expression that Java may not compile."""
    if not is_compiled(pattern):
        reason = f"Whether Java compiles the regular expression {pattern!r} is not known."
        world.doubt("refused-pattern", span, reason, "Java may end the program here.")
