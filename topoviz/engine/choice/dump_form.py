"""What a describe() text shows of the version that printed it: forms that later versions no longer have."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.choice.choice import ChosenBy, VersionChoice, newest
from topoviz.engine.description import DescribedNode, Description
from topoviz.engine.versions import KafkaVersion, last_before


@dataclass(frozen=True, slots=True)
class _Form:
    """A form that no version has from `until` on; the words follow the name of that version."""

    until: str
    words: str
    shows: Callable[[Description], bool]


def choose_by_form(descriptions: Sequence[Description]) -> VersionChoice:
    """Take the newest version that prints such texts."""
    form = next((form for form in _FORMS for one in descriptions if form.shows(one)), None)
    if form is None:
        return newest("; it prints such a text")
    version = last_before(form.until)
    major, minor, _ = map(int, form.until.split("."))
    what = "newest version that prints such a text" if version < KafkaVersion(major, minor, 0) else "oldest version"
    return VersionChoice(version, ChosenBy.TEXT, f"the {what}; from {form.until} on, {form.words}")


def _any_node(pattern: str) -> Callable[[Description], bool]:
    found = re.compile(pattern)
    return lambda description: any(found.match(node.name) for node in _nodes(description))


def _has_bare_topics(description: Description) -> bool:
    """Tell whether the topics of all sources stand without brackets, where later ones print only patterns so."""
    sources = [node for node in _nodes(description) if node.kind == "Source"]
    return bool(sources) and all(node.pattern is not None and _TOPICS.fullmatch(node.pattern) for node in sources)


def _has_table_as_global_source(description: Description) -> bool:
    return any(
        node.kind == "Source" and node.name.startswith("KTABLE-SOURCE-")
        for group in description.groups
        if group.is_global
        for node in group.nodes
    )


def _has_numbered_repartition(description: Description) -> bool:
    """Tell whether a repartition topic that has a name of its own is written by nodes that have only numbers.

    Kafka Streams numbers the sink first and the filter above it afterwards. In a program it is the other way round.
    """
    for node in _nodes(description):
        sink = _NUMBERED.fullmatch(node.name) if node.kind == "Sink" else None
        if sink is None or not _NAMED_REPARTITION.fullmatch(node.topic or ""):
            continue
        above = [_NUMBERED.fullmatch(name) for name in node.predecessors]
        if any(one is not None and one[1] == "FILTER" and int(one[2]) > int(sink[2]) for one in above):
            return True
    return False


def _nodes(description: Description) -> list[DescribedNode]:
    return [node for group in description.groups for node in group.nodes]


_TOPICS: Final = re.compile(r"[\w.-]+(, [\w.-]+)*")
_NUMBERED: Final = re.compile(r"KSTREAM-(SINK|FILTER)-(\d{10})")
_NAMED_REPARTITION: Final = re.compile(r"(?!(CO)?[KG][A-Z]+-[A-Z-]+-\d{10}-repartition).+-repartition")

_FORMS: Final = (
    _Form("2.1.0", "topics stand in brackets", _has_bare_topics),
    _Form("2.4.0", "the source of a global table is called KSTREAM-SOURCE", _has_table_as_global_source),
    _Form("2.5.0", "the nodes of a repartition topic are called after it", _has_numbered_repartition),
    _Form("4.0.0", "there is no branch() of predicates", _any_node(r"KSTREAM-BRANCHCHILD-\d")),
    _Form("4.0.0", "there is no transform()", _any_node(r"KSTREAM-TRANSFORM-\d")),
    _Form("4.0.0", "there is no transformValues() of streams", _any_node(r"KSTREAM-TRANSFORMVALUES-\d")),
)
"""The oldest form first: it decides."""
