"""Steps without state that are added, removed or called otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.matching.thing import Sort, Thing

_NODES = (Sort.SOURCE, Sort.PROCESSOR, Sort.SINK)


def find_changed_steps(compared: Compared) -> Iterator[Finding]:
    """Find that records go another way; what has only another name is the same."""
    added, removed = (_nodes(compared.matching.added), _nodes(compared.matching.removed))
    if added or removed:
        yield Finding(
            "steps-changed",
            Level.NOTE,
            f"{_counted(len(added), 'node')} added, {_counted(len(removed), 'node')} removed.",
            "While instances are restarted one after the other, both versions work at the same time: what they write "
            "mixes.",
            "Restart one after the other if that may be; else stop all instances first.",
            "PR 5913: StreamsUpgradeTest",
            tuple(one.name for one in removed),
            tuple(one.name for one in added),
        )
    moved = [one for one in compared.matching.matched if one.is_moved and one.old.sort in _NODES]
    if moved:
        yield Finding(
            "nodes-moved",
            Level.NOTE,
            f"{_counted(len(moved), 'node')} stand behind other nodes than before."
            if len(moved) > 1
            else "1 node stands behind another node than before.",
            f"{'It gets' if len(moved) == 1 else 'They get'} other records than before.",
            "Restart one after the other if both may work at the same time; else stop all instances first.",
            "PR 5913: StreamsUpgradeTest",
            tuple(one.old.name for one in moved),
            tuple(one.new.name for one in moved),
        )
    renamed = [one for one in compared.matching.matched if one.is_renamed and one.old.sort in _NODES]
    if renamed:
        yield Finding(
            "nodes-renamed",
            Level.COMPATIBLE,
            f"{_counted(len(renamed), 'node')} with another name {'does' if len(renamed) == 1 else 'do'} the same as "
            "before.",
            "Names of nodes stand in metrics and logs only.",
            "Nothing is to be done for them.",
            "KIP-307",
            tuple(one.old.name for one in renamed),
            tuple(one.new.name for one in renamed),
        )


def _nodes(things: Sequence[Thing]) -> list[Thing]:
    return [one for one in things if one.sort in _NODES]


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
