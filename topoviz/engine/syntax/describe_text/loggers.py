"""Take from the names of nodes what a logger has put behind its message, such as `(com.example.App)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.engine.source import Span
from topoviz.engine.syntax.describe_text.blocks import Group

_NAME: Final = re.compile(r"(?P<name>.+) \((?P<class>[\w$.:]+)\)", re.DOTALL)


def forget_loggers(groups: Iterable[Group]) -> None:
    """Shorten the names behind arrows that are described only without what stands in brackets behind them."""
    groups = list(groups)
    described = {block.node.name for group in groups for block in group.blocks}
    for group in groups:
        for block in group.blocks:
            block.below = _shortened(block.below, described)
            block.above = _shortened(block.above, described)


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
