"""What to say of a method that no version of Kafka Streams has: which class has one, and which line may be lost."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from topoviz.engine.dsl.library.api import all_methods, overloads_of

_WINDOWED: Final = ("TimeWindowedKStream", "SessionWindowedKStream")
_CLASSES: Final = (
    "KStream", "KTable", "KGroupedStream", "KGroupedTable", *_WINDOWED, "CogroupedKStream", "BranchedKStream",
    "StreamsBuilder", "Topology",
)  # fmt: skip
_WAYS: Final = {
    ("KStream", "KGroupedStream"): ".groupByKey()",
    ("KStream", "KTable"): ".toTable()",
    ("KStream", "BranchedKStream"): ".split()",
    ("KTable", "KStream"): ".toStream()",
    ("KTable", "KGroupedTable"): ".groupBy(…)",
    ("KGroupedStream", "TimeWindowedKStream"): ".windowedBy(…)",
    ("KGroupedStream", "KTable"): ".count()",
    ("KGroupedStream", "KStream"): ".count().toStream()",
    ("KGroupedTable", "KTable"): ".count()",
    ("KGroupedTable", "KStream"): ".count().toStream()",
    ("WindowedKStream", "KTable"): ".count()",
    ("WindowedKStream", "KStream"): ".count().toStream()",
    ("CogroupedKStream", "KTable"): ".aggregate(…)",
    ("CogroupedKStream", "KStream"): ".aggregate(…).toStream()",
    ("BranchedKStream", "KStream"): ".noDefaultBranch()",
    ("StreamsBuilder", "KStream"): ".stream(…)",
    ("StreamsBuilder", "KTable"): ".table(…)",
    ("StreamsBuilder", "Topology"): ".build()",
}
"""A call that leads from one class to another."""


def is_unheard_of(owner: str, method: str) -> bool:
    """Tell whether a class of the library has no method of this name at any version."""
    names = classes_of(owner)
    return owner in (*_CLASSES, "WindowedKStream") and not any(overloads_of(name, method) for name in names)


def tell_no_method(owner: str, method: str) -> tuple[str, str]:
    """Give the reason, and what to do: put the lost line back, spell it right, or paste an extension of one's own."""
    reason = f"Kafka's {classes_of(owner)[0]} has no `{method}`"
    having = [name for name in _CLASSES if overloads_of(name, method)]
    ways = [(name, _WAYS[owner, name]) for name in having if (owner, name) in _WAYS]
    if ways:
        (name, way), *_ = ways
        lost = f"a line such as `{way}` is" if way.count("(") == 1 else f"lines such as `{way}` are"
        return f"{reason}; it stands on {name}.", f"Look whether {lost} lost above it."
    if having:
        reason += f"; it stands on {having[0]}"
    methods = {one.method for one in all_methods() if one.owner in classes_of(owner)}
    close = get_close_matches(method, sorted(methods), 1)
    spelling = f"Look whether `{close[0]}` is meant. " if close else ""
    return f"{reason}.", f"{spelling}If it is a function of your own, paste its code too."


def classes_of(owner: str) -> tuple[str, ...]:
    """Name the classes of Kafka that an owner of operators stands for: windowed streams are of several."""
    return _WINDOWED if owner == "WindowedKStream" else (owner,)
