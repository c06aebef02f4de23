"""Both versions of a topology in one picture, and each alone with what becomes of it.

What is in the new version has the keys of its own picture. What is gone has those of the old one's, with
`GONE` added to their numbers, and stands in the frame to which the rest of its sub-topology went.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from topoviz.engine.changes.compare import Change
from topoviz.engine.changes.matching.graph import store_of, thing_of, topic_of
from topoviz.engine.changes.matching.thing import Sort, Thing
from topoviz.engine.changes.side import Side
from topoviz.engine.changes.sub_topologies import Fate as GroupFate
from topoviz.engine.explanations.wording import listed
from topoviz.engine.topology.nodes import Topology
from topoviz.rendering.changes.fates import Fate, fates_of
from topoviz.rendering.lettering import visible
from topoviz.rendering.picture import Box, Group, Picture, Tie
from topoviz.rendering.picture import Change as Became
from topoviz.rendering.topics import TopicRef
from topoviz.rendering.topology_picture import Scene, draw_topology, scene_of
from topoviz.rendering.words import counted

GONE: Final = 1_000_000
"""What is added to the number of a thing that is gone; no topology that can be drawn has as many."""

_SAID: Final = {Became.NEW: "new", Became.GONE: "gone", Became.MOVED: "moved", Became.CHANGED: "changed"}
_NODES: Final = (Sort.SOURCE, Sort.PROCESSOR, Sort.SINK)


def keys_of(side: Side) -> Mapping[Thing, str]:
    """Give the key of each node, topic and store in the picture of its topology."""
    return dict(_keys(scene_of(side.analyzed)))


def key_when_gone(key: str) -> str:
    """Give the key in the overlaid picture of what is gone."""
    return f"{key[0]}{int(key[1:]) + GONE}"


def overlaid(change: Change) -> Picture:
    """Draw both versions in one; raises Undrawable where Kafka Streams refuses one."""
    fates = fates_of(change)
    new, old = _marked(change.compared.new, fates.of_new), _marked(change.compared.old, fates.of_old)
    moves = _key_moves(change)
    frames = _frames_of_gone(change)
    gone = [
        replace(
            box,
            key=moves[box.key],
            group=None if box.group is None else frames[box.group],
            data_node=_when_gone(box.data_node),
            data_topic=_when_gone(box.data_topic),
            data_store=_when_gone(box.data_store),
        )
        for box in old.boxes
        if _is_gone(moves.get(box.key, ""))
    ]
    boxes = (*new.boxes, *gone)
    known = {box.key for box in boxes}
    ties = dict.fromkeys((*new.ties, *_ties_at_gone(old.ties, moves, known)))
    own = {box.group for box in gone}
    gone_groups = (_gone_group(group) for group in old.groups if group.id + GONE in own)
    return Picture(
        "What changes",
        _summary(boxes),
        boxes,
        tuple(ties),
        (*_groups(change, new.groups), *gone_groups),
        (_summary(boxes), *_renumbered(change), *new.notes),
    )


def alone(change: Change, *, is_old: bool) -> Picture:
    """Draw one version with what becomes of it, or with what is other than before."""
    fates, compared = fates_of(change), change.compared
    shown = _marked(compared.old, fates.of_old) if is_old else _marked(compared.new, fates.of_new)
    title = "The old version" if is_old else "The new version"
    summary = _summary(shown.boxes)
    return replace(shown, title=title, description=summary, notes=(summary, *shown.notes))


def changed_keys(picture: Picture) -> list[str]:
    """Give the keys of what is other than before."""
    return [box.key for box in picture.boxes if box.change in _SAID]


# --- things and boxes -------------------------------------------------------------------------------------------------


def _keys(scene: Scene) -> Iterator[tuple[Thing, str]]:
    topology = scene.topology
    for name, node in scene.nodes.items():
        yield thing_of(node), f"r{scene.index_of[name]}"
    for name, key in scene.store_keys.items():
        yield store_of(name, topology), key
    for topic, key in scene.topic_keys.items():
        yield _topic(topic, topology), key


def _topic(topic: TopicRef, topology: Topology) -> Thing:
    return Thing(Sort.TOPIC, f"/{topic.text}/") if topic.is_pattern else topic_of(topic.text, topology)


def _marked(side: Side, fates: Mapping[Thing, Fate]) -> Picture:
    """Draw one version, each box with what became of it; what is not sure to be the same thing has a question mark."""
    picture = draw_topology(scene_of(side.analyzed))
    of_key = {key: fates[thing] for thing, key in keys_of(side).items() if thing in fates}
    return replace(picture, boxes=tuple(_with_fate(box, of_key.get(box.key)) for box in picture.boxes))


def _with_fate(box: Box, fate: Fate | None) -> Box:
    if fate is None:
        return replace(box, change=Became.SAME)
    facts = (*box.facts, f"was {visible(fate.was)}{'' if fate.is_sure else '?'}") if fate.was else box.facts
    is_unsure = box.is_unsure or (not fate.is_sure and fate.became in _SAID)
    tooltip = "\n".join((box.tooltip, *(visible(sentence.replace("`", "")) for sentence in fate.why)))
    return replace(box, change=fate.became, facts=facts, is_unsure=is_unsure, tooltip=tooltip)


def _key_moves(change: Change) -> Mapping[str, str]:
    """Give for each key of the old picture that of the overlaid one: of the same thing, or of what is gone."""
    new_of = {one.old: one.new for one in change.compared.matching.matched}
    old_keys, new_keys = keys_of(change.compared.old), keys_of(change.compared.new)
    moves = {}
    for thing, key in old_keys.items():
        partner = new_of.get(thing)
        moves[key] = key_when_gone(key) if partner is None or partner not in new_keys else new_keys[partner]
        if key.startswith("r"):
            # What a sink writes to that chooses a topic for each record goes with the sink.
            moves[f"x{key[1:]}"] = f"x{moves[key][1:]}"
    return moves


def _is_gone(key: str) -> bool:
    return bool(key) and int(key[1:]) >= GONE


def _when_gone(number: int | None) -> int | None:
    return None if number is None else number + GONE


def _ties_at_gone(ties: Iterable[Tie], moves: Mapping[str, str], known: set[str]) -> Iterator[Tie]:
    for tie in ties:
        tail, head = moves.get(tie.tail, ""), moves.get(tie.head, "")
        if (_is_gone(tail) or _is_gone(head)) and {tail, head} <= known:
            yield replace(tie, tail=tail, head=head)


# --- frames -----------------------------------------------------------------------------------------------------------


def _frames_of_gone(change: Change) -> Mapping[int, int]:
    """Give for each old sub-topology the frame of what is gone from it: where most of the rest went, or its own."""
    compared = change.compared
    went: dict[int, Counter[int]] = {}
    for one in compared.matching.matched:
        if one.old.sort in _NODES:
            before, now = compared.old.group_of[one.old.name], compared.new.group_of[one.new.name]
            went.setdefault(before, Counter())[now] += 1
    numbers = (group.id for group in compared.old.analyzed.groups)
    return {number: went[number].most_common(1)[0][0] if number in went else number + GONE for number in numbers}


def _groups(change: Change, groups: Iterable[Group]) -> Iterator[Group]:
    """Give the frames of the new version, with the old numbers where these are others."""
    fates = {number: one for one in change.compared.sub_topologies for number in one.new}
    for group in groups:
        one = fates.get(group.id)
        if one is None or one.fate is GroupFate.KEPT:
            yield group
        elif one.fate is GroupFate.ADDED:
            yield replace(group, change=Became.NEW)
        else:
            yield replace(group, facts=(*group.facts, f"was {listed(map(str, one.old))}"))


def _gone_group(group: Group) -> Group:
    return replace(group, id=group.id + GONE, title=f"{group.title} of the old version", change=Became.GONE)


# --- notes ------------------------------------------------------------------------------------------------------------


def _summary(boxes: tuple[Box, ...]) -> str:
    found = Counter(box.change for box in boxes)
    said = [f"{found[became]:,} {word}" for became, word in _SAID.items() if found[became]]
    if not said:
        return "Nothing changes in this picture."
    return f"Of {counted(len(boxes), 'thing')}: {', '.join(said)}. All else stays."


def _renumbered(change: Change) -> Iterator[str]:
    """Say how many nodes have another number only, which no mark is worth."""
    count = sum(
        one.is_renamed and one.old.is_numbered and one.new.is_numbered
        for one in change.compared.matching.matched
        if one.new.sort in _NODES
    )
    if count:
        words = "has another number and does" if count == 1 else "have another number and do"
        yield f"{counted(count, 'node')} {words} the same."
