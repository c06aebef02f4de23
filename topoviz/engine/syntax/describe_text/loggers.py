"""Take from the names of nodes what a logger has put behind its message, or what ends the carrier of a dump."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.engine.source import Span
from topoviz.engine.syntax.describe_text.blocks import Group

_NAME: Final = re.compile(r"(?P<name>.+) \((?P<class>[\w$.:]+)\)", re.DOTALL)
_CUT: Final = re.compile(r"\.\.\.|…|truncated|omitted", re.IGNORECASE)
_SIGN: Final = re.compile(r"[^\w.\- ,]")


def forget_loggers(groups: Iterable[Group]) -> None:
    """Shorten the names behind arrows that are described only without what stands in brackets behind them."""
    groups = list(groups)
    described = {block.node.name for group in groups for block in group.blocks}
    for group in groups:
        for block in group.blocks:
            block.below = _shortened(block.below, described)
            block.above = _shortened(block.above, described)


def forget_endings(groups: Iterable[Group]) -> None:
    """Shorten the last name of a dump where a sign that ends its carrier stands behind it, such as `]]>` or `”`.

    Nothing is shortened unless a node of the shorter name is described, and none of the longer.
    """
    blocks = [block for group in groups for block in group.blocks]
    described = {block.node.name for block in blocks}
    if not blocks:
        return
    last = blocks[-1]
    for names in (last.below, last.above):
        if names and (longer := next(reversed(names))) not in described and _CUT.search(longer) is None:
            short = _SIGN.split(longer, maxsplit=1)[0].rstrip(" ,")
            if short == "none":
                del names[longer]
            elif short in described:
                names[short] = names.pop(longer)


def _shortened(names: Mapping[str, Span] | None, described: set[str]) -> dict[str, Span] | None:
    if names is None:
        return None
    found: dict[str, Span] = {}
    for name, span in names.items():
        short = _NAME.fullmatch(name) if name.endswith(")") and name not in described else None
        if short is None or not (short["name"] in described or short["name"] == "none" or "." in short["class"]):
            found.setdefault(name, span)
        elif short["name"] != "none":
            found.setdefault(short["name"], span)
    return found
