"""How explanations put things: names in backticks, lists, counts with their unit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from topoviz.engine.explanations.explanation import Change, Figures

CODE_SPAN: Final = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
"""A name in backticks; the second group is the name, with a space on each side if it holds backticks itself."""


def code(text: str) -> str:
    """Set a name in backticks; characters that cannot be printed show as escapes."""
    shown = "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    if longest:
        fence = "`" * (longest + 1)
        return f"{fence} {shown} {fence}"
    return f"`{shown}`" if shown else "an empty name"


def printable(text: str) -> str:
    """Give somebody else's words on one line; characters that cannot be printed show as escapes."""
    words = " ".join(text.split())
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in words)


def listed(texts: Iterable[str], last: str = "and") -> str:
    """Give `a, b and c`, each text once."""
    items = list(dict.fromkeys(texts))
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: int, singular: str, plural: str = "") -> str:
    """Give `1 topic` or `2 topics`."""
    return f"{number} {singular if number == 1 else plural or f'{singular}s'}"


def topics(names: Sequence[str]) -> str:
    """Give `topic a` or `topics a and b`."""
    return f"topic {listed(names)}" if len(names) == 1 else f"topics {listed(names)}"


def verb(number: int, one: str, many: str) -> str:
    """Choose the form of a verb for a number of subjects."""
    return one if number == 1 else many


def capital(sentence: str) -> str:
    """Begin with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def figures_text(figures: Figures) -> str:
    """Give `1 repartition topic, 2 changelog topics and 3 sub-topologies`."""
    return listed(counted(number, one, many) for number, one, many in _rows(figures))


def change_text(change: Change) -> str:
    """Say in sentences which figures change and which do not."""
    if change.before == change.after:
        return f"No figure changes: {figures_text(change.before)} stay."
    pairs = list(zip(_rows(change.before), _rows(change.after), strict=True))
    changed = [
        f"{counted(old, one, many)} {verb(old, 'becomes', 'become')} {new}"
        for (old, one, many), (new, _, _) in pairs
        if old != new
    ]
    kept = [(old, one, many) for (old, one, many), (new, _, _) in pairs if old == new]
    sentence = f"{listed(changed)}."
    if kept:
        total = len(kept) if len(kept) > 1 else kept[0][0]
        stays = verb(total, "stays", "stay")
        sentence += f" {capital(listed(counted(number, one, many) for number, one, many in kept))} {stays}."
    return sentence


def _rows(figures: Figures) -> tuple[tuple[int, str, str], ...]:
    return (
        (figures.repartition_topics, "repartition topic", "repartition topics"),
        (figures.changelog_topics, "changelog topic", "changelog topics"),
        (figures.sub_topologies, "sub-topology", "sub-topologies"),
    )
