"""Make rows and cards by hand, for tests of how they are measured and drawn."""

from topoviz.rendering.cards.model import Card, Row, RowKind, row_of
from topoviz.rendering.picture import Box, Change, Kind

_LETTERS = {Kind.TOPIC: "t", Kind.REPARTITION: "t", Kind.STORE: "s", Kind.GLOBAL_STORE: "s"}


def box(kind, title, place=1, **rest):
    """Give a box with a key and number of its own."""
    letter = _LETTERS.get(kind, "r")
    named = {"t": "data_topic", "s": "data_store", "r": "data_node"}[letter]
    text = f"#{place}" if letter == "r" else ""
    return Box(f"{letter}{place}", kind, title, **{"number": text, "tooltip": title, named: place, **rest})


def row(kind, title, place=1, **rest):
    """Give a row with one thing in it."""
    return row_of(box(kind, title, place, **rest))


def card(*rows, **rest):
    """Give a card; a kind in the place of a row is a step of this kind."""
    made = tuple(row(one, one.value, index) if isinstance(one, Kind) else one for index, one in enumerate(rows))
    return Card("r0", made, **rest)


def one_of_each(name="orders-by-customer"):
    """Give cards that hold every kind of row, of thing and of change, all under this name."""
    more = Row(RowKind.MORE, (box(Kind.STATELESS, "peek", 91), box(Kind.STATELESS, "peek", 92)), "… 2 more steps")
    also = Row(RowKind.ALSO, (box(Kind.SINK, "sink", 93),), f"{name}: −1 mapValues")
    note = Row(RowKind.NOTE, text=f"loops back to {name}")
    reads = Row(RowKind.READS, (box(Kind.STORE, name, 94),), "reads")
    run = card(
        row(Kind.TOPIC, name, 5), Kind.SOURCE, Kind.STATELESS, Kind.KEY_CHANGING, more, Kind.SINK,
        row(Kind.REPARTITION, name, 6, facts=("repartition topic", "4 partitions")), also, also,
        twins=4, opened=frozenset({"r7", "r9"}), behind=(box(Kind.STATELESS, "peek", 95),),
    )  # fmt: skip
    stateful = card(
        Kind.STATEFUL, row(Kind.STORE, name, 2, changelog=name, is_changelog_unsure=True),
        row(Kind.GLOBAL_STORE, name, 3, facts=("global store", "every instance has all of it")), reads, note,
    )  # fmt: skip
    behind = (box(Kind.STATELESS, "filter", 96),)
    step = box(Kind.SUB_TOPOLOGY, name, 4, number="375 steps", data_sub_topology=4)
    overview = card(Row(RowKind.STEP, (step,), behind=behind), note, also)
    alone = [card(row(kind, name, 8)) for kind in Kind]
    unsure = card(row(Kind.STATELESS, f"{name}?", 9, is_unsure=True, facts=("filter",), number=""))
    changed = [card(row(Kind.STATELESS, name, 10, change=change), Kind.STATELESS) for change in Change]
    return [run, stateful, overview, unsure, *alone, *changed, card(row(Kind.STATELESS, name, change=Change.MOVED))]
