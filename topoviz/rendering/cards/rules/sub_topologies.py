"""In an overview a sub-topology is one card: how much it does, and which topics only it reads or writes.

It runs before loops are cut, so that what is cut is between sub-topologies, and before topics go into sources and
sinks, which are not seen here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from topoviz.rendering.cards.model import (
    STEPS,
    STORES,
    Card,
    Cards,
    Folding,
    Level,
    Link,
    Row,
    RowKind,
    members_of,
)
from topoviz.rendering.picture import Box, Change, Group, Kind
from topoviz.rendering.words import counted

_CHANGES: Final = {
    Change.NEW: "new",
    Change.GONE: "gone",
    Change.MOVED: "moved",
    Change.CHANGED: "changed",
}

LISTED: Final = 4
"""Topics that are named one by one, read and written each; one more is named rather than counted."""


def sub_topologies(cards: Cards, folding: Folding) -> Cards:
    """Make one card of each group that nothing opens; a frame that is opened knows the keys that did it."""
    if folding.level is not Level.OVERVIEW or folding.is_whole:
        return cards
    inside: dict[int, list[Card]] = {group.id: [] for group in cards.groups}
    for card in cards.cards:
        if card.group is not None:
            inside[card.group].append(card)
    ends = _end_topics(cards)
    frames: list[Group] = []
    changed: dict[str, Card | None] = {}
    moved: dict[str, str] = {}
    folded: set[int] = set()
    for group in cards.groups:
        used = [end for end in ends if group.id in end.words]
        boxes = tuple(members_of(inside[group.id]))
        # A topic that several sub-topologies use opens the first of them alone.
        owned = [end.box for end in used if group.id == next(iter(end.words))]
        if folding.opens((*boxes, *owned)) or not boxes:
            frames.append(replace(group, opened=folding.keys_of((*boxes, *owned))))
            continue
        folded.add(group.id)
        key = inside[group.id][0].key
        moved |= {card.key: key for card in inside[group.id]}
        changed |= dict.fromkeys(moved_card.key for moved_card in inside[group.id])
        changed[key] = Card(key, _rows(group, boxes, used))
    gone = {end.key for end in ends if folded.issuperset(end.words)}
    group_of = {card.key: card.group for card in cards.cards}
    ends_here = {end.key for end in ends}
    links = tuple(link for link in cards.links if not _is_told(link, ends_here, group_of, folded))
    without = replace(cards, links=links, groups=tuple(frames))
    return without.with_cards(changed | dict.fromkeys(gone), moved)


@dataclass(frozen=True, slots=True)
class _EndTopic:
    """A topic that leads from no sub-topology to another, with what each of its users does with it, by group."""

    key: str
    box: Box
    words: Mapping[int, str]


def _end_topics(cards: Cards) -> list[_EndTopic]:
    """Find the topics of a single sub-topology, and those that all only read or all only write."""
    heads, tails = cards.heads(), cards.tails()
    found = []
    for card in cards.cards:
        if card.group is not None or card.rows[0].kind is not RowKind.TOPIC:
            continue
        readers = [cards.by_key[link.head].group for link in heads[card.key]]
        writers = [cards.by_key[link.tail].group for link in tails[card.key]]
        users = dict.fromkeys(group for group in (*writers, *readers) if group is not None)
        if users and (len(users) == 1 or not readers or not writers):
            words = {user: _word(is_read=user in readers, is_written=user in writers) for user in users}
            found.append(_EndTopic(card.key, card.rows[0].box, words))
    return found


def _word(*, is_read: bool, is_written: bool) -> str:
    return "reads and writes" if is_read and is_written else "reads" if is_read else "writes"


def _is_told(link: Link, ends: set[str], group_of: Mapping[str, int | None], folded: set[int]) -> bool:
    """Tell whether a link is now the word before a topic's name."""
    if link.tail not in ends and link.head not in ends:
        return False
    return group_of[link.head if link.tail in ends else link.tail] in folded


def _rows(group: Group, boxes: Sequence[Box], used: Iterable[_EndTopic]) -> tuple[Row, ...]:
    rows = [Row(RowKind.STEP, (sub_topology_box(group, boxes),), behind=(*boxes, *(end.box for end in used)))]
    for word in ("reads", "reads and writes", "writes"):
        topics = [end.box for end in used if end.words[group.id] == word]
        named = topics if len(topics) <= LISTED + 1 else topics[:LISTED]
        rows += [Row(RowKind.READS, (topic,), word) for topic in named]
        if len(named) < len(topics):
            rows.append(Row(RowKind.NOTE, text=f"{word} {len(topics) - len(named)} more topics"))
    return tuple(rows)


def sub_topology_box(group: Group, boxes: Iterable[Box]) -> Box:
    """Say how much there is in a sub-topology; `boxes` are its nodes and stores."""
    boxes = tuple(boxes)
    stores = [box for box in boxes if box.kind in STORES]
    steps = sum(box.kind in STEPS for box in boxes)
    unsure = sum(box.is_unsure for box in boxes)
    changelogs = sum(bool(box.changelog) for box in stores)
    # That a global store is one, its title says.
    facts = [counted(len(stores), "state store")] if len(stores) > group.is_global else []
    facts += [f"{unsure:,} not certain"] if unsure and "?" not in group.title else []
    more = [counted(changelogs, "changelog topic")] if changelogs else []
    changes = {box.change for box in boxes}
    facts += _changes(boxes) if len(changes) > 1 else []
    return Box(
        key=f"g{group.id}",
        kind=Kind.SUB_TOPOLOGY,
        title=group.title,
        number=counted(steps, "step"),
        facts=tuple(facts),
        tooltip=f"{group.title}: {', '.join([counted(steps, 'step'), *facts, *more])}",
        data_sub_topology=group.id,
        is_unsure="?" in group.title,
        change=changes.pop() if len(changes) == 1 else Change.CHANGED if changes & _CHANGES.keys() else Change.NONE,
    )


def _changes(boxes: Iterable[Box]) -> Iterator[str]:
    """Say how much of a sub-topology that stays changes, and how."""
    found = Counter(box.change for box in boxes)
    return (f"{found[change]:,} {word}" for change, word in _CHANGES.items() if found[change])
