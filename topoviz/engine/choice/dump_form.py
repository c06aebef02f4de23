"""What a describe() text shows of the version that printed it: forms that later versions no longer have."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.choice.choice import ChosenBy, VersionChoice, newest
from topoviz.engine.description import DescribedNode, Description
from topoviz.engine.versions import last_before


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
    words = f"the newest version that prints such a text; from {form.until} on, {form.words}"
    return VersionChoice(version, ChosenBy.TEXT, words)


def _any_node(pattern: str) -> Callable[[Description], bool]:
    found = re.compile(pattern)
    return lambda description: any(found.match(node.name) for node in _nodes(description))


def _has_bare_global_topic(description: Description) -> bool:
    return any(node.pattern is not None for node in _global_sources(description))


def _has_null_topic(description: Description) -> bool:
    return any(node.topic == "null" for node in _nodes(description))


def _has_source_of_nothing(description: Description) -> bool:
    return any(node.kind == "Source" and not node.topics and node.pattern is None for node in _nodes(description))


def _has_table_as_global_source(description: Description) -> bool:
    return any(node.name.startswith("KTABLE-SOURCE-") for node in _global_sources(description))


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


def _global_sources(description: Description) -> list[DescribedNode]:
    groups = [group for group in description.groups if group.is_global]
    return [node for group in groups for node in group.nodes if node.kind == "Source"]


def _nodes(description: Description) -> list[DescribedNode]:
    return [node for group in description.groups for node in group.nodes]


_NUMBERED: Final = re.compile(r"KSTREAM-(SINK|FILTER)-(\d{10})")
_NAMED_REPARTITION: Final = re.compile(r"(?!(CO)?[KG][A-Z]+-[A-Z-]+-\d{10}-repartition).+-repartition")

_FORMS: Final = (
    _Form("2.1.0", "the topic of a global store stands in brackets", _has_bare_global_topic),
    _Form("2.1.0", "a sink without a topic names an extractor", _has_null_topic),
    _Form("2.2.1", "the source of a pattern prints it", _has_source_of_nothing),
    _Form("2.4.0", "the source of a global table is called KSTREAM-SOURCE", _has_table_as_global_source),
    _Form("2.5.0", "the nodes of a repartition topic are called after it", _has_numbered_repartition),
    _Form("4.0.0", "there is no branch() of predicates", _any_node(r"KSTREAM-BRANCHCHILD-\d")),
    _Form("4.0.0", "there is no transform()", _any_node(r"KSTREAM-TRANSFORM-\d")),
    _Form("4.0.0", "there is no transformValues() of streams", _any_node(r"KSTREAM-TRANSFORMVALUES-\d")),
)
"""The oldest form first: it decides."""
