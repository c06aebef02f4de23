"""A link that closes a circle is said in words at both its ends: drawn, it would lead up again past everything.

Most circles go through topics: what is written below is read above, as for a retry. There frames count as one thing,
so that a topic that one sub-topology both writes and reads is a circle too. Steps of one frame have circles among
themselves only in a dump that somebody wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.rendering.cards.model import Card, Cards, Folding, Link, Row, RowKind
from topoviz.rendering.picture import Kind

Place = str | int
"""Where a link ends: a card by its key, or a frame by its id."""

_MOST_NAMED: Final = 3
"""Places named in one sentence; the rest is counted."""
_NUMBERED: Final = "sub-topology "


def loops(cards: Cards, _: Folding) -> Cards:
    """Take out the links that close circles, so that what flows is acyclic, and say where they led."""
    frames = {card.key: card.key if card.group is None else card.group for card in cards.cards}
    flows = [link for link in cards.links if not link.uses]
    outer = [link for link in flows if link.tail == link.head or frames[link.tail] != frames[link.head]]
    crossing = set(outer)
    inner = [link for link in flows if link not in crossing]
    cut = _between_frames(cards, outer, frames)
    cut += _Walk(cards.by_key, inner, lambda key: key).closing
    return _told(cards, cut) if cut else cards


def _between_frames(cards: Cards, links: list[Link], frames: Mapping[str, Place]) -> list[Link]:
    """Find what closes circles of frames and topics, on the walk that finds less of it.

    One walk begins with what the program builds first, which is how people read it; the other with what is fed from
    outside, for a program may well build first what comes last.
    """
    in_order = list(dict.fromkeys(frames.values()))
    fed = {frames[link.head] for link in links}
    walks = (in_order, sorted(in_order, key=fed.__contains__))
    return min((_cut_on_a_walk(cards, links, frames, places) for places in walks), key=len)


def _cut_on_a_walk(cards: Cards, links: list[Link], frames: Mapping[str, Place], places: list[Place]) -> list[Link]:
    """Cut what leads back up.

    A topic that records come to from above as well goes on linking that with its reader; who writes to it from below
    is cut off.
    """
    walk = _Walk(places, links, frames.__getitem__)
    writers = _by_head(links)
    cut: dict[Link, None] = {}
    for link in walk.closing:
        above = writers.get(link.tail, [])
        looping = [one for one in above if walk.is_below(frames[one.tail], frames[link.head])]
        is_fed = _is_topic(cards.by_key[link.tail]) and 0 < len(looping) < len(above)
        cut |= dict.fromkeys(looping if is_fed else [link])
    return [*cut, *_Walk(places, [link for link in links if link not in cut], frames.__getitem__).closing]


class _Walk:
    """A walk down all links, depth-first, that begins at places in this order."""

    def __init__(self, places: Iterable[Place], links: Iterable[Link], place_of: Callable[[str], Place]) -> None:
        self.closing: list[Link] = []
        """The links that lead back to where the walk has come from."""
        self._entered: dict[Place, int] = {}
        self._left: dict[Place, int] = {}
        self._place_of = place_of
        self._leaving: dict[Place, list[Link]] = {}
        for link in links:
            self._leaving.setdefault(place_of(link.tail), []).append(link)
        for start in places:
            if start not in self._entered:
                self._go_down(start)

    def is_below(self, place: Place, upper: Place) -> bool:
        """Tell whether the walk came to this place through the upper one."""
        return self._entered[upper] <= self._entered[place] and self._left[place] <= self._left[upper]

    def _go_down(self, start: Place) -> None:
        way = [self._enter(start)]
        while way:
            place, ahead = way[-1]
            for link in ahead:
                head = self._place_of(link.head)
                if head not in self._entered:
                    way.append(self._enter(head))
                    break
                if head not in self._left:
                    self.closing.append(link)
            else:
                self._left[place] = len(self._entered)
                way.pop()

    def _enter(self, place: Place) -> tuple[Place, Iterator[Link]]:
        self._entered[place] = len(self._entered)
        return place, iter(self._leaving.get(place, ()))


@dataclass(slots=True)
class _Words:
    """What is said at one end of links that were cut, each thing once: topics that it named by a line, and places."""

    topics: dict[Row, None] = field(default_factory=dict)
    places: dict[str, None] = field(default_factory=dict)

    def rows(self, words: str) -> tuple[Row, ...]:
        """Name the topics, then the places."""
        if not self.places:
            return ()
        return (*self.topics, Row(RowKind.NOTE, text=f"{words} {_listed(list(self.places))}"))


def _told(cards: Cards, cut: list[Link]) -> Cards:
    """Take links away and put words at their ends; a source or sink also names the topic that it hung on."""
    ends = _Ends(cards)
    back: dict[str, _Words] = {}
    came: dict[str, _Words] = {}
    for link in cut:
        tail, head = cards.by_key[link.tail], cards.by_key[link.head]
        going, coming = back.setdefault(tail.key, _Words()), came.setdefault(head.key, _Words())
        if _is_topic(head) and _has(tail, Kind.SINK, Kind.SUB_TOPOLOGY):
            going.topics[_naming(head.rows[0], tail, "writes")] = None
            going.places[ends.readers(head, tail.group)] = None
        else:
            going.places[ends.name(head, ends.frame_above(tail))] = None
        if _is_topic(tail) and _has(head, Kind.SOURCE, Kind.SUB_TOPOLOGY):
            coming.topics[_naming(tail.rows[0], head, "reads")] = None
            coming.places[ends.writers(tail, head.group)] = None
        else:
            coming.places[ends.name(tail, ends.frame_below(head))] = None
    changed: dict[str, Card | None] = {}
    for key in dict.fromkeys((*came, *back)):
        card = cards.by_key[key]
        above = came.get(key, _Words()).rows("looped back from")
        below = back.get(key, _Words()).rows("loops back to")
        rows = (*above, *card.rows, *below) if _has(card, Kind.SOURCE) else (*card.rows, *above, *below)
        changed[key] = replace(card, rows=rows)
    gone = set(cut)
    return replace(cards, links=tuple(link for link in cards.links if link not in gone)).with_cards(changed)


class _Ends:
    """Names what stands at the other end of a link, or beyond the topic there: a frame, or a step of the same frame."""

    def __init__(self, cards: Cards) -> None:
        self._cards = cards
        self._titles = {group.id: _small(group.title) for group in cards.groups}
        flows = [link for link in cards.links if not link.uses]
        self._reading = {key: [link.head for link in links] for key, links in _by_tail(flows).items()}
        self._writing = {key: [link.tail for link in links] for key, links in _by_head(flows).items()}
        self._known: dict[tuple[str, bool, int | None], str] = {}

    def readers(self, topic: Card, seen_from: int | None) -> str:
        """Name who reads a topic, as seen from a frame."""
        return self._beyond(topic, seen_from, is_reading=True)

    def writers(self, topic: Card, seen_from: int | None) -> str:
        """Name who writes a topic, as seen from a frame."""
        return self._beyond(topic, seen_from, is_reading=False)

    def _beyond(self, topic: Card, seen_from: int | None, *, is_reading: bool) -> str:
        asked = (topic.key, is_reading, seen_from)
        if asked not in self._known:
            keys = (self._reading if is_reading else self._writing)[topic.key]
            names = dict.fromkeys(self.name(self._cards.by_key[key], seen_from) for key in keys)
            self._known[asked] = _listed(list(names))
        return self._known[asked]

    def frame_above(self, card: Card) -> int | None:
        """Give the frame of a card; for a topic that of all who write it, if it is one."""
        return self._common(self._writing.get(card.key, ())) if _is_topic(card) else card.group

    def frame_below(self, card: Card) -> int | None:
        """Give the frame of a card; for a topic that of all who read it, if it is one."""
        return self._common(self._reading.get(card.key, ())) if _is_topic(card) else card.group

    def _common(self, keys: Iterable[str]) -> int | None:
        found = {self._cards.by_key[key].group for key in keys}
        return found.pop() if len(found) == 1 else None

    def name(self, card: Card, seen_from: int | None) -> str:
        """Name a card's frame, or its step where that is in the same frame or in none."""
        box = card.rows[0].box
        if box.kind is Kind.SUB_TOPOLOGY:
            return _small(box.title)
        if card.group is not None and card.group != seen_from:
            return self._titles[card.group]
        is_end = box.kind in (Kind.SOURCE, Kind.SINK)
        return f"{box.kind if is_end and box.number else box.title} {box.number}".strip()


def _naming(topic: Row, card: Card, word: str) -> Row:
    """Put a topic into a source or sink; a whole sub-topology only names it."""
    return Row(RowKind.READS, topic.boxes, word) if _has(card, Kind.SUB_TOPOLOGY) else topic


def _small(title: str) -> str:
    """Put the title of a frame into a sentence."""
    return f"{title[:1].lower()}{title[1:]}"


def _listed(names: list[str]) -> str:
    """List places, the word before their numbers once."""
    if len(names) > 1 and all(name.startswith(_NUMBERED) for name in names):
        return f"sub-topologies {_listed([name.removeprefix(_NUMBERED) for name in names])}"
    rest = len(names) - _MOST_NAMED
    told = names if rest <= 0 else [*names[:_MOST_NAMED], f"{rest} more"]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def _is_topic(card: Card) -> bool:
    return card.rows[0].kind is RowKind.TOPIC


def _has(card: Card, *kinds: Kind) -> bool:
    return any(step.kind in kinds for step in card.steps)


def _by_tail(links: Iterable[Link]) -> dict[str, list[Link]]:
    found: dict[str, list[Link]] = {}
    for link in links:
        found.setdefault(link.tail, []).append(link)
    return found


def _by_head(links: Iterable[Link]) -> dict[str, list[Link]]:
    found: dict[str, list[Link]] = {}
    for link in links:
        found.setdefault(link.head, []).append(link)
    return found
