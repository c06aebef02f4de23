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
    old, new = compared.old, compared.new
    for side, other, which in ((old, new, "old"), (new, old, "new")):
        if side.unread - other.unread or (side.analyzed.is_cut and not _is_same(old, new)):
            yield _incomplete(which, is_cut=side.analyzed.is_cut)
        if side.analyzed.doubtful_names:
            yield _finding(side, which)


def _is_same(old: Side, new: Side) -> bool:
    texts = [None if side.bundle is None else [file.text for file in side.bundle.files] for side in (old, new)]
    return texts[0] is not None and texts[0] == texts[1]


def _incomplete(which: str, *, is_cut: bool) -> Finding:
    return Finding(
        "not-read-whole",
        Level.STATE_LOSS,
        f"Parts of the {which} version are missing: the text is cut."
        if is_cut
        else f"Parts of the {which} version could not be read.",
        "Operators, stores and topics that stand there are not compared; what seems to be new or gone may be one of "
        "them.",
        "Give the whole text." if is_cut else "Correct what is said of its lines, and compare again.",
        "",
        is_unsure=True,
        rests_on=(f"what stands in the parts of the {which} version that were not read",),
    )


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
