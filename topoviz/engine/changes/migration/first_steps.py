"""Steps that come before anything is stopped: what to correct, what to decide of stores, and what to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from topoviz.engine.changes.compare import Change
from topoviz.engine.changes.finding import Finding
from topoviz.engine.changes.migration.names import NameToGive
from topoviz.engine.changes.migration.step import Step, StepKind
from topoviz.engine.changes.migration.store_steps import misread_stores
from topoviz.engine.explanations.wording import code, listed

Found = Mapping[str, Sequence[Finding]]
"""Findings by their codes."""

_CORRECTED: Final = (
    "application-id-changed",
    "guarantee-gone",
    "streams-group-unknown",
    "streams-group-lacks",
    "counts-refused",
    "internal-count-changed",
    "repartition-count-changed",
)
"""What no step of the deployment makes good."""

_UNDER_A_NEW_ID: Final = "fill the state by reading the input again under a new application id"


def correcting(found: Found) -> Iterator[Step]:
    """Have the new version made one that can be brought in at all; findings of one kind need it once."""
    for name in _CORRECTED:
        ones = found.get(name, ())
        for way_out in dict.fromkeys(one.way_out for one in ones):
            said = [one.sentence for one in ones if one.way_out == way_out]
            more = f" {len(said) - 1} more are alike." if len(said) > 1 else ""
            yield Step(StepKind.CORRECT, way_out, f"{said[0]}{more}")


def filling(change: Change, names: Sequence[NameToGive], found: Found) -> Iterator[Step]:
    """Have it decided what becomes of state that nothing leads to the new version."""
    taken_over = [one.new[0] for one in found.get("state-taken-over", ())]
    lost = [one.now for one in names if not one.helps and one.now not in taken_over]
    if lost:
        yield Step(
            StepKind.FILL,
            f"Decide for {_named(lost)}: {_UNDER_A_NEW_ID}, or begin without it.",
            "No name that can be given leads to the state of the old version.",
        )
    foreign = [*taken_over, *(one.new[0] for one in found.get("store-kind-changed", ()))]
    foreign += [one.new[0] for one in found.get("logging-changed", ()) if _is_logged(change, one)]
    foreign = [name for name in dict.fromkeys((*foreign, *misread_stores(change))) if name not in lost]
    if foreign:
        yield Step(
            StepKind.FILL,
            f"Decide for {_named(foreign)}: {_UNDER_A_NEW_ID}, or begin without it under another name.",
            "Under the name that it has, a store goes on with what is there of the old version; the findings say what "
            "comes of it.",
        )
    unlogged = [one.new[0] for one in found.get("logging-changed", ()) if not _is_logged(change, one)]
    if unlogged:
        yield Step(
            StepKind.FILL,
            f"Leave {_named(unlogged)} logged, unless the state may be lost at any time.",
            "Without a changelog nothing restores a store when its task moves.",
        )
    emptied = [one.new[0] for one in found.get("changelog-starts-empty", ())]
    if emptied:
        yield Step(
            StepKind.FILL,
            f"Leave `topology.optimization` on for {_named(emptied)}; else {_UNDER_A_NEW_ID}.",
            "The table's own topic has its rows, and the changelog that it would have now does not.",
        )


def checking(change: Change, found: Found, broker: str) -> Iterator[Step]:
    """Have looked at on the brokers what no text of a program says."""
    joined = [topic for one in found.get("copartitioning-added", ()) for topic in one.new]
    if joined:
        yield Step(
            StepKind.CHECK,
            f"Check that {listed(map(code, dict.fromkeys(joined)))} have equally many partitions.",
            "They are joined now, and Kafka Streams does not start with different counts.",
            tuple(_described(broker, topic) for topic in dict.fromkeys(joined)),
        )
    of_store = {one.new.name: one.new.changelog for one in change.compared.stores}
    sources = [of_store[one.new[0]] or "" for one in found.get("changelog-is-source", ())]
    if sources:
        yield Step(
            StepKind.CHECK,
            f"Check that {listed(map(code, sources))} {'is' if len(sources) == 1 else 'are'} compacted.",
            "Tables are restored from there now: what is not kept there is lost.",
            tuple(
                f"kafka-configs.sh --bootstrap-server {broker} --describe --entity-type topics --entity-name {topic}"
                for topic in sources
            ),
        )
    written = [topic for one in found.get("output-added", ()) for topic in one.new]
    if written:
        yield Step(
            StepKind.CHECK,
            f"Check that {listed(map(code, written))} {'is' if len(written) == 1 else 'are'} there, or create "
            f"{'it' if len(written) == 1 else 'them'}.",
            "Kafka Streams makes its internal topics only.",
            tuple(_described(broker, topic) for topic in written),
        )


def _described(broker: str, topic: str) -> str:
    return f"kafka-topics.sh --bootstrap-server {broker} --describe --topic {topic}"


def _is_logged(change: Change, one: Finding) -> bool:
    return change.compared.new.stores[one.new[0]].is_logged is True


def _named(stores: Sequence[str]) -> str:
    return listed(map(code, dict.fromkeys(stores)))
