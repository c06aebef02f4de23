"""Regular expressions that Java may not compile: java.util.regex.PatternSyntaxException.

Nobody writes one on purpose. Whatever Python compiles is compiled by Java too, once what only one of the two knows is
taken out; of anything else it is told that Java may refuse it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_ONLY_JAVA: Final = (
    (re.compile(r"\\[pP](?:[LNPSZMC]|\{(?:Is)?(?:Alphabetic|Digit|Letter|Latin|L[ult]?|Nd?|P|S|Z|M|C)\}"
                r"|\{(?:Lower|Upper|ASCII|Alpha|Digit|Alnum|Punct|Graph|Print|Blank|Cntrl|XDigit|Space)\})"), r"\\w"),
    (re.compile(r"\\[hHR]"), r"\\s"),
    (re.compile(r"(\\[dDsSwW])-"), r"\1\\-"),
)  # fmt: skip
"""What Java knows and Python does not, and what stands for it there."""

_OTHERWISE: Final = re.compile(
    r"\(\?[P#(]|\(\?[imsu-]*[^imsu:=!<>)-]|\\[UN0]|(?<!\\)(?:\\\\)*\{(?!\d{1,9}(?:,\d{0,9})?\})"
    r"|(?<!\\)(?:\\\\)*\[(?:\\.|[^\]\\])*?(?:\[|&&|--|\|\||~~|\\b)|\[\^?\]"
)
"""What Python reads in another way than Java: groups, flags, braces, and what stands within classes."""

_LONGEST: Final = 2_000


def doubt_pattern(world: World, pattern: str, span: Span) -> None:
    """Tell of a regular expression that Java may not compile."""
    if not is_compiled(pattern):
        reason = f"Whether Java compiles the regular expression {pattern!r} is not known."
        world.doubt("refused-pattern", span, reason, "Java may end the program here.")


def is_compiled(pattern: str) -> bool:
    """Tell whether Java certainly compiles a regular expression."""
    for only_java, alike in _ONLY_JAVA:
        pattern = only_java.sub(alike, pattern)
    if len(pattern) > _LONGEST or _OTHERWISE.search(pattern):
        return False
    try:
        re.compile(pattern.replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!"))
    except (re.error, OverflowError, RecursionError):
        return False
    return True
