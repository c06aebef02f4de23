"""What the text of a side leaves open: no verdict is better than what that may hide."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import Side
from topoviz.engine.explanations.wording import code

_MOST_NAMED = 3


def find_unsure_names(compared: Compared) -> Iterator[Finding]:
    """Find names and shapes that are not certain."""
    for side, which in ((compared.old, "old"), (compared.new, "new")):
        if side.analyzed.doubtful_names:
            yield _finding(side, which)


def _finding(side: Side, which: str) -> Finding:
    unsure, names = side.analyzed.unsure, side.analyzed.doubtful_names
    kept = {*side.topology.stores, *side.topology.repartition_topics, ""}
    touches_state = any(name in kept for name in names)
    said = ", ".join(code(name) for name in names[:_MOST_NAMED] if name) or "the shape of the topology"
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return Finding(
        "unsure",
        Level.STATE_LOSS if touches_state else Level.NOTE,
        f"Of the {which} version it is not certain what is called {said}{more}."
        if any(names)
        else f"The shape of the {which} version is not certain.",
        f"{unsure[names[0]]} {'Stores and topics' if touches_state else 'Nodes'} may have other names than those here.",
        "Say what is not known, or compare what `describe()` prints of both versions.",
        "",
        names[:_MOST_NAMED] if which == "old" else (),
        names[:_MOST_NAMED] if which == "new" else (),
        is_unsure=True,
        rests_on=("what the text leaves open",),
    )
