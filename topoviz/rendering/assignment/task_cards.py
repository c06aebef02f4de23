"""The cards of topics and tasks: a frame for each sub-topology, with its tasks one by one or as one card.

Tasks that read the same topics are one card ×N where they are many. Opened, they hang below a card that stands for all
of them, for lines from each topic to each of hundreds of tasks say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from topoviz.engine.tasks.tasks import MOST_TASKS, SubTopologyTasks, Task
from topoviz.engine.topology_tasks import TopologyTasks
from topoviz.rendering.assignment.boxes import alike, in_short, store_box, task_box, tasks_box, topic_box
from topoviz.rendering.cards.measure import measure
from topoviz.rendering.cards.model import Card, Cards, Folding, Link, Row, RowKind, row_of
from topoviz.rendering.picture import Box, Group
from topoviz.rendering.places.spacing import BETWEEN_SPOTS, INSIDE_FRAME
from topoviz.rendering.topics import TopicRef
from topoviz.rendering.topology_picture import Scene
from topoviz.rendering.words import counted

MOST_OPENED: Final = 400
"""Tasks of a sub-topology that are shown one by one, when somebody asks; more are for a table."""

TASKS: Final = 0
"""The line in which all tasks stand."""

MOST_BESIDE: Final = 12
"""Tasks that stand beside each other without anybody asking, where there is room."""

NOT_OPENED: Final = f"Of a sub-topology with more than {MOST_OPENED} tasks, they are not drawn one by one."


@dataclass(frozen=True, slots=True)
class _Part:
    """A sub-topology with its tasks, and the lines that lead to them from topics."""

    group: Group
    cards: Sequence[Card]
    links: Sequence[Link]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _SubTopology:
    """What is known of a sub-topology: its title, what it reads, and its tasks."""

    scene: Scene
    title: str
    read: tuple[TopicRef, ...]
    tasks: SubTopologyTasks

    @property
    def id(self) -> int:
        """Its number."""
        return self.tasks.sub_topology_id

    @property
    def key(self) -> str:
        """The key that opens it."""
        return f"g{self.id}"


def task_cards(scene: Scene, tasks: TopologyTasks, folding: Folding, widest: float) -> Cards:
    """Show all topics that are read and all tasks; those of one sub-topology take no more than this width, unfolded."""
    found = list(_sub_topologies(scene, tasks))
    parts = [_part(one, tasks, folding, widest) for one in found]
    topics = dict.fromkeys((*(topic for one in found for topic in one.read), *map(TopicRef, tasks.global_topics)))
    boxes = [topic_box(scene, tasks, topic) for topic in topics if topic in scene.topic_keys]
    return Cards(
        "Topics and tasks",
        f"{counted(len(boxes), 'topic')}, {counted(len(found), 'sub-topology')}, {counted(len(tasks.tasks), 'task')}.",
        (*(Card(box.key, (row_of(box),)) for box in boxes), *(card for part in parts for card in part.cards)),
        tuple(link for part in parts for link in part.links),
        tuple(part.group for part in parts),
        tuple(dict.fromkeys((*_refusal(tasks), *(note for part in parts for note in part.notes)))),
        columns=MOST_BESIDE,
    )


def _refusal(tasks: TopologyTasks) -> tuple[str, ...]:
    return () if tasks.counts.refusal is None else (f"Kafka Streams refuses these counts: {tasks.counts.refusal}",)


def _sub_topologies(scene: Scene, tasks: TopologyTasks) -> Iterator[_SubTopology]:
    titles = {group.id: scene.group_title(group) for group in scene.analyzed.groups}
    for one, group in zip(tasks.sub_topologies, tasks.groups, strict=True):
        patterns = (TopicRef(text, is_pattern=True) for text in group.patterns)
        yield _SubTopology(scene, titles[group.group_id], (*map(TopicRef, one.topics), *patterns), one)


def _part(one: _SubTopology, tasks: TopologyTasks, folding: Folding, widest: float) -> _Part:
    found = one.tasks.tasks
    if not found:
        card = Card(one.key, (Row(RowKind.NOTE, text=_why_none(tasks, one)),), one.id, line=TASKS)
        return _Part(Group(one.id, one.title), (card,), _reading(one, one.read, card))
    group = Group(one.id, f"{one.title} · {counted(len(found), 'task')}")
    cards = [_card(one, task) for task in found] if len(found) <= MOST_OPENED else []
    if cards and _fits(cards, widest):
        return _Part(group, cards, _reading_each(one, cards, found))
    is_asked = folding.is_whole or one.key in folding.shown
    if is_asked and cards:
        return _opened(one, group, cards, found)
    some = alike(one.tasks)
    twins = [_twins(one, tasks_alike) for tasks_alike in some]
    links = _reading_each(one, twins, [first for first, *_ in some])
    return _Part(group, twins, links, (NOT_OPENED,) if is_asked and found else ())


def _opened(one: _SubTopology, group: Group, cards: Sequence[Card], tasks: Sequence[Task]) -> _Part:
    """Let all tasks hang below a card that stands for them."""
    head = Card(one.key, (row_of(tasks_box(one.scene, tasks, one.key)),), one.id, line=TASKS)
    hanging = [Link(head.key, card.key) for card in cards]
    return _Part(
        replace(group, opened=frozenset({one.key})),
        (head, *(replace(card, line=None) for card in cards)),
        (*_reading(one, one.read, head), *hanging),
    )


def _why_none(tasks: TopologyTasks, one: _SubTopology) -> str:
    """Say why there are no tasks of a sub-topology to draw."""
    if one.tasks.tasks is not None:
        return "No tasks, for it reads no partition."
    if tasks.counts.refusal is not None:
        return "No tasks: Kafka Streams refuses these partition counts."
    if any(topic.is_pattern or topic.text not in tasks.counts.counts for topic in one.read):
        return "Its tasks are not known: a partition count is missing."
    return f"Its tasks are too many to draw: all together are more than {MOST_TASKS:,}."


def _fits(cards: Sequence[Card], widest: float) -> bool:
    """Tell whether cards may stand beside each other: the frame puts all that lines lead to into one row."""
    if len(cards) > MOST_BESIDE:
        return False
    return sum(measure(card).size.width + BETWEEN_SPOTS for card in cards) + 2 * INSIDE_FRAME <= widest


def _reading_each(one: _SubTopology, cards: Sequence[Card], tasks: Sequence[Task]) -> list[Link]:
    return [
        link
        for card, task in zip(cards, tasks, strict=True)
        for link in _reading(one, [TopicRef(partition.topic) for partition in task.partitions], card)
    ]


def _reading(one: _SubTopology, read: Sequence[TopicRef], card: Card) -> list[Link]:
    keys = one.scene.topic_keys
    return [Link(keys[topic], card.key) for topic in dict.fromkeys(read) if topic in keys]


def _card(one: _SubTopology, task: Task) -> Card:
    return _with_stores(one, task_box(one.scene, task), str(task.id.partition))


def _twins(one: _SubTopology, tasks: Sequence[Task]) -> Card:
    """Make one card of tasks that are alike; the badge says how many they are, and opens them."""
    if len(tasks) == 1:
        return _card(one, tasks[0])
    boxes = tuple(task_box(one.scene, task) for task in tasks)
    box = tasks_box(one.scene, tasks, boxes[0].key)
    card = _with_stores(one, box, in_short(tasks[0].id.partition, tasks[-1].id.partition))
    return replace(card, twins=len(tasks), behind=boxes[1:], opens=one.key)


def _with_stores(one: _SubTopology, box: Box, partition: str) -> Card:
    scene = one.scene
    stores = [row_of(store_box(scene, log, partition)) for log in one.tasks.changelogs if log.store in scene.store_keys]
    return Card(box.key, (row_of(box), *stores), one.id, line=TASKS)
