"""Cards: what a picture shows at once, as values, and what is to be seen of it.

A picture has a box for everything there is. Folding puts boxes into cards, a row each, and hides what can be opened.
Every node stands in exactly one card, shown or hidden; a topic at the end of a flow stands in each card that reads or
writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from topoviz.rendering.picture import Box, Change, Group, Kind


class RowKind(StrEnum):
    """What a row of a card is."""

    STEP = "step"
    """A node, or a sub-topology in an overview: its sign, its title, its number."""
    TOPIC = "topic"
    """A topic that a source reads or a sink writes: an arrow-shaped tag inside the card."""
    STORE = "store"
    """A state store that the step above it fills: a compartment with the sign of a cylinder."""
    READS = "reads"
    """The name of a store that stands in another card, or of a topic that a whole sub-topology reads or writes, behind
    the word of what is done with it."""
    TASK = "task"
    """A task on a stream thread: the sign of its role, its id, and what is to be said of it."""
    NOTE = "note"
    """A sentence of ours, such as `loops back to sub-topology 2`."""
    MORE = "more"
    """How many rows are hidden here; they can be opened."""
    ALSO = "also"
    """What is hidden behind this card, and how it differs from what is shown; it can be opened."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a card. `boxes` are the things in it: one for STEP, TOPIC, STORE, READS and TASK, else those hidden.

    `text` is the sentence of a NOTE, a MORE or an ALSO, and the word before a name in READS (`reads`). `behind` is what
    the row of a whole sub-topology stands for; to see any of it opens the sub-topology. `opens` is the key that opens
    what is hidden, where it is not that of the first thing. With `is_beside` it is short, and stands beside others.
    """

    kind: RowKind
    boxes: tuple[Box, ...] = ()
    text: str = ""
    behind: tuple[Box, ...] = ()
    opens: str = ""
    is_beside: bool = False

    @property
    def box(self) -> Box:
        """The one thing in the row."""
        (only,) = self.boxes
        return only

    @property
    def is_hiding(self) -> bool:
        """Whether the row stands for things that are not shown, and shows none."""
        return self.kind in (RowKind.MORE, RowKind.ALSO)

    @property
    def hidden(self) -> tuple[Box, ...]:
        """What the row stands for without showing it: the key of the first opens it."""
        return (*self.boxes, *self.behind) if self.is_hiding else self.behind


@dataclass(frozen=True, slots=True)
class Card:
    """Rows under each other, in one box. The key is that of the first step in it, or of the topic or store alone in it.

    `twins` is how many alike cards lie in this one, N in ×N; what the others hold is in ALSO rows, or in `behind` where
    nothing is to be said about it. `opened` holds the keys of what is shown here only because somebody opened it.
    `opens` is the key that opens what is behind, where it is not that of the first thing there. Cards of one `line`
    stand beside each other in their order.
    """

    key: str
    rows: tuple[Row, ...]
    group: int | None = None
    twins: int = 1
    behind: tuple[Box, ...] = ()
    opened: frozenset[str] = frozenset()
    opens: str = ""
    line: int | None = None

    @property
    def steps(self) -> tuple[Box, ...]:
        """The steps that are shown, in order."""
        return tuple(row.box for row in self.rows if row.kind is RowKind.STEP)

    @property
    def hidden(self) -> tuple[Box, ...]:
        """What the card stands for without showing it."""
        return (*(box for row in self.rows for box in row.hidden), *self.behind)

    @property
    def members(self) -> tuple[Box, ...]:
        """Everything that the card stands for, without what it only names: stores of other cards."""
        shown = (box for row in self.rows if row.kind is not RowKind.READS and not row.is_hiding for box in row.boxes)
        return (*shown, *self.hidden)

    @property
    def change(self) -> Change:
        """What became of the card between two pictures: what became of its rows, where that is one thing."""
        changes = {box.change for box in self.members}
        return changes.pop() if len(changes) == 1 else Change.NONE


@dataclass(frozen=True, slots=True)
class Link:
    """A line from one card to another: where records flow, or with `uses` which card uses a store.

    Of a link between an operator and a store, `writes` and `reads` say what the operator does with it; neither is set
    where that is not known. Once stores stand inside cards, the tail keeps the store and the head uses it.
    """

    tail: str
    head: str
    uses: bool = False
    writes: bool = False
    reads: bool = False


@dataclass(frozen=True)
class Cards:
    """What is shown: cards, the links between them and frames round them, in a fixed order; keys are unique.

    With `columns`, what no line joins stands in that order, row by row, rather than where there is room for it, and in
    frames so many beside each other.
    """

    title: str
    description: str
    cards: tuple[Card, ...]
    links: tuple[Link, ...] = ()
    groups: tuple[Group, ...] = ()
    notes: tuple[str, ...] = ()
    columns: int | None = None
    by_key: Mapping[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {card.key: card for card in self.cards})

    def heads(self) -> dict[str, list[Link]]:
        """The links that leave each card, by its key; every card is there."""
        found: dict[str, list[Link]] = {card.key: [] for card in self.cards}
        for link in self.links:
            found[link.tail].append(link)
        return found

    def tails(self) -> dict[str, list[Link]]:
        """The links that arrive at each card, by its key; every card is there."""
        found: dict[str, list[Link]] = {card.key: [] for card in self.cards}
        for link in self.links:
            found[link.head].append(link)
        return found

    def with_cards(self, changed: Mapping[str, Card | None], moved: Mapping[str, str] | None = None) -> Cards:
        """Put other cards in the place of some, or none; links go where `moved` says their ends have gone.

        A link between two ends that have become one is gone, and so is one whose end is gone; of those that have become
        the same, one is left.
        """
        moved = moved or {}
        cards = [changed.get(card.key, card) for card in self.cards]
        kept = tuple(card for card in cards if card is not None)
        known = {card.key for card in kept}
        ends = (replace(link, tail=moved.get(link.tail, link.tail), head=moved.get(link.head, link.head))
                for link in self.links)  # fmt: skip
        links = dict.fromkeys(
            link for link in ends if link.tail != link.head and link.tail in known and link.head in known
        )
        return replace(self, cards=kept, links=tuple(links))


class Level(StrEnum):
    """How a sub-topology is shown when nobody has opened it."""

    CARDS = "cards"
    """All its cards in a frame."""
    OVERVIEW = "overview"
    """One row for the whole of it."""


@dataclass(frozen=True, slots=True)
class Folding:
    """What is to be seen: `shown` are keys of things that nothing may hide, `is_whole` opens everything.

    A thing is not opened by naming a card, but by naming something that has to be seen, so that an address that was
    copied keeps its meaning when other things are folded in another way.
    """

    shown: frozenset[str] = frozenset()
    is_whole: bool = False
    level: Level = Level.CARDS

    def opens(self, boxes: Iterable[Box]) -> bool:
        """Tell whether these things have to be seen."""
        return self.is_whole or any(box.key in self.shown for box in boxes)

    def keys_of(self, boxes: Iterable[Box]) -> frozenset[str]:
        """Give the keys of those that were opened one by one."""
        return frozenset(box.key for box in boxes if box.key in self.shown)


FOLDED: Final = Folding()
WHOLE: Final = Folding(is_whole=True)

KEY_SIGN: Final = "◆"
"""In a sentence, the sign of steps that change the key."""

STEPS: Final = frozenset({
    Kind.SOURCE, Kind.SINK, Kind.STATELESS, Kind.KEY_CHANGING, Kind.STATEFUL, Kind.SUB_TOPOLOGY, Kind.TASK,
    Kind.STATEFUL_TASK, Kind.CLIENT, Kind.THREAD, Kind.IDLE_THREAD, Kind.GLOBAL_THREAD,
})  # fmt: skip
TOPICS: Final = frozenset({Kind.TOPIC, Kind.REPARTITION})
STORES: Final = frozenset({Kind.STORE, Kind.GLOBAL_STORE})
ROLES: Final = frozenset({Kind.ACTIVE, Kind.STANDBY, Kind.WARM_UP, Kind.WITHHELD})


def row_of(box: Box) -> Row:
    """Put a box into a row of its own."""
    for kinds, kind in ((STORES, RowKind.STORE), (TOPICS, RowKind.TOPIC), (ROLES, RowKind.TASK)):
        if box.kind in kinds:
            return Row(kind, (box,))
    return Row(RowKind.STEP, (box,))


def members_of(cards: Iterable[Card]) -> Iterator[Box]:
    """Go through everything that cards stand for."""
    for card in cards:
        yield from card.members
