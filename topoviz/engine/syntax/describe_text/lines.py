"""Read what one line of a dump says: a heading, a node with its brackets, or arrows with names.

A line is looked at by itself; what stands before it and behind it plays no part here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from topoviz.engine.description import DescribedNode
from topoviz.engine.syntax.describe_text.carrier import SPACE
from topoviz.engine.syntax.describe_text.pieces import DOWN, UP, Piece

HEADING: Final = re.compile(r"Sub-?topology:\s*(?P<number>[0-9]{1,9})(?![\w?])")
GLOBAL: Final = "for global store (will not generate tasks)"
_ARROW: Final = re.compile(rf"(?P<down>{DOWN})|(?P<up>{UP})")
_LATER_ARROW: Final = re.compile(rf"(?<=\s)(?:(?P<down>{DOWN})|(?P<up>{UP}))(?=\s)")
# Loggers such as that of Kafka's own tools put the class that logs behind each message.
_LOGGER: Final = re.compile(r"\([\w$.:]+\)")
_TAIL: Final = re.compile(rf"\)\s*(?:{DOWN}|{UP})\s")
_LABELS: Final = {
    "Source": ("(topics: ",),
    "Processor": ("(stores: ",),
    "Sink": ("(topic: ", "(extractor class: "),
}
_TOPIC: Final = re.compile(r"[a-zA-Z0-9._\-]+")
_COMMA: Final = re.compile(r", ?")


def heading_number(text: str) -> int | None:
    found = HEADING.match(text)
    return int(found["number"]) if found is not None else None


def is_gap(text: str) -> bool:
    """Tell whether a line says that lines were left out."""
    return text.strip("[(<*#/ ").startswith(("...", "…"))


def is_logger(text: str) -> bool:
    """Tell whether a text is what a logger puts behind its message: `(com.example.App)`, or `(App)`."""
    return _LOGGER.fullmatch(text) is not None and ("." in text or text[1].isupper())


def without_logger(text: str) -> str:
    """Drop what a logger has put behind a heading."""
    start = text.rfind("(")
    return text[:start] if start >= 0 and is_logger(text[start:]) else text


def is_finished(piece: Piece) -> bool:
    """Tell whether a line needs no other: a closing bracket for a node, a last name for an arrow."""
    text = piece.text
    if piece.kind == "heading":
        found = HEADING.match(text)
        rest = text[found.end() :].strip() if found is not None else ""
        return len(rest) < len("for ") or rest == GLOBAL or not GLOBAL.startswith(rest)
    if piece.kind == "arrow":
        return not text.endswith(",") and _ARROW.fullmatch(text) is None
    return text.endswith(")") or _TAIL.search(text) is not None


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a line that was read may mean something else."""

    code: str
    reason: str
    effect: str
    next_step: str = ""


def read_node(text: str) -> tuple[DescribedNode, str, list[Doubt]] | None:
    """Read `Kind: name (inside)`; the second value is what follows the bracket on the same line: arrows."""
    kind, _, rest = text.partition(":")
    bare = without_logger(rest).rstrip(SPACE)
    rest = bare if bare.endswith(")") else rest
    tail = ""
    if not rest.endswith(")"):
        found = _TAIL.search(rest)
        if found is None:
            return None
        rest, tail = rest[: found.start() + 1], rest[found.start() + 1 :].strip(SPACE)
    # A list cannot hold a bracket, so its label is the last; what an extractor prints can hold anything.
    find = rest.find if kind == "Sink" else rest.rfind
    places = {find(label): label for label in _LABELS[kind]}
    places.pop(-1, None)
    start = min(places, default=0)
    label = places.get(start, "")
    name = rest[:start].strip(SPACE)
    if not name:
        return None
    inside = rest[start + len(label) : -1]
    doubts = []
    if sum(rest.count(one) for one in _LABELS[kind]) > 1:
        doubts.append(_AMBIGUOUS)
    node = _node(kind, name, label, inside, is_old=rest[start - 1] != " ", doubts=doubts)
    return (node, tail, doubts) if node is not None else None


def _node(kind: str, name: str, label: str, inside: str, *, is_old: bool, doubts: list[Doubt]) -> DescribedNode | None:
    """Make a node of what stands in its brackets; adds to the doubts."""
    listed = _listed(inside)
    match kind:
        case "Source" if listed is not None:
            if not listed:
                doubts.append(_NO_TOPICS)
            elif not all(_TOPIC.fullmatch(topic) for topic in listed):
                doubts.append(_MAYBE_PATTERN)
            return DescribedNode("Source", name, topics=listed)
        case "Source" if is_old and all(_TOPIC.fullmatch(topic) for topic in inside.split(", ")):
            doubts.append(_OLD_TOPICS)
            return DescribedNode("Source", name, topics=tuple(inside.split(", ")))
        case "Source":
            return DescribedNode("Source", name, pattern=inside)
        case "Processor" if listed is not None:
            return DescribedNode("Processor", name, stores=listed)
        case "Sink" if label == "(topic: ":
            if inside == "null":
                doubts.append(_NULL_TOPIC)
            return DescribedNode("Sink", name, topic=inside)
        case "Sink":
            return DescribedNode("Sink", name, extractor=inside)
        case _:
            return None


_AMBIGUOUS: Final = Doubt(
    "ambiguous-line",
    "The name of the node, or what stands in the brackets, looks like describe() text itself.",
    "Where the name ends is not certain.",
)
_NO_TOPICS: Final = Doubt(
    "source-without-topics",
    "The source has no topics. Kafka Streams 2.1 and 2.2.0 print this for a source with a pattern.",
    "What the source reads is not known.",
    "Take the dump with a later version of Kafka Streams.",
)
_MAYBE_PATTERN: Final = Doubt(
    "maybe-pattern",
    "The brackets hold signs that no topic name can have; a pattern may begin and end with brackets too.",
    "It is shown as topics.",
)
_OLD_TOPICS: Final = Doubt(
    "old-format",
    "Kafka Streams 1.x prints topics and a pattern alike, without brackets.",
    "It is shown as topics.",
    "Take the dump with a later version of Kafka Streams.",
)
_NULL_TOPIC: Final = Doubt(
    "null-topic",
    "Kafka Streams 2.0 prints null where an extractor names the topic.",
    "The sink is shown with a topic of the name null.",
)


def _listed(inside: str) -> tuple[str, ...] | None:
    """Split `[a, b]`, also where a blank was lost, for no name has a comma; None when there are no brackets."""
    if not (inside.startswith("[") and inside.endswith("]")) or len(inside) < 2:
        return None
    return tuple(_COMMA.split(inside[1:-1])) if inside != "[]" else ()


def split_arrows(text: str) -> Iterator[tuple[bool, str]]:
    """Cut a line at its arrows: whether each points down, and the words behind it."""
    first = _ARROW.match(text)
    found = [first] if first is not None else []
    found.extend(_LATER_ARROW.finditer(text, first.end() if first is not None else 0))
    ends = [one.start() for one in found[1:]] + [len(text)]
    for one, end in zip(found, ends, strict=True):
        yield one.lastgroup == "down", text[one.end() : end].strip(SPACE)


def read_names(words: str) -> tuple[tuple[str, ...], bool]:
    """Split the names behind an arrow; the second value is False when the list is cut off."""
    if words == "none":
        return (), True
    is_whole = bool(words) and not words.endswith(",")
    return tuple(name for name in words.removesuffix(",").split(", ") if name), is_whole
