"""All topics, tasks and threads with lines between them and nothing folded, for those who go on with it in Graphviz."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from topoviz.engine.assignment.result import Role
from topoviz.rendering.assignment.boxes import client_box, key_of_task, task_box, thread_box, topic_box
from topoviz.rendering.assignment.client_cards import CLIENT_FRAMES
from topoviz.rendering.assignment.holders import Holding, Thread
from topoviz.rendering.assignment.moves import as_they_are
from topoviz.rendering.lettering import visible
from topoviz.rendering.picture import Box, Group, Picture, Tie
from topoviz.rendering.topics import TopicRef
from topoviz.rendering.topology_picture import Scene


def whole_picture(scene: Scene, holding: Holding) -> Picture:
    """Draw everything as boxes; the tasks that a thread has as copies are named in it and tied by dots."""
    tasks = holding.tasks.tasks
    topics = dict.fromkeys(
        TopicRef(topic) for one in holding.tasks.sub_topologies for topic in one.topics
    ) | dict.fromkeys(map(TopicRef, holding.tasks.global_topics))
    boxes = [topic_box(scene, holding.tasks, topic) for topic in topics if topic in scene.topic_keys]
    boxes += [task_box(scene, task) for task in tasks]
    ties = [
        Tie(scene.topic_keys[TopicRef(one.topic)], key_of_task(task.id))
        for task in tasks
        for one in task.partitions
        if TopicRef(one.topic) in scene.topic_keys
    ]
    numbers = {group.id: scene.group_title(group) for group in scene.analyzed.groups}
    groups = [Group(one.sub_topology_id, numbers[one.sub_topology_id]) for one in holding.tasks.sub_topologies]
    known = {box.key for box in boxes}
    threads = count()
    for number, client in enumerate(holding.clients or ()):
        groups.append(Group(CLIENT_FRAMES + number, visible(client.name), client=number))
        (shown,) = as_they_are((client,))
        if not client.threads:
            boxes.append(replace(client_box(client, number, shown.change), group=CLIENT_FRAMES + number))
        for at, thread in enumerate(client.threads):
            box = thread_box(shown.threads[at], next(threads), (number, at))
            boxes.append(_listing(box, thread, CLIENT_FRAMES + number))
            ties += [tie for tie in _ties(thread, box.key) if tie.tail in known]
    return Picture("Topics, tasks and stream threads", "", tuple(boxes), tuple(dict.fromkeys(ties)), tuple(groups))


def _listing(box: Box, thread: Thread, frame: int) -> Box:
    copies = tuple(f"{held.task} {held.role}" for held in thread.tasks if held.role is not Role.ACTIVE)
    waiting = tuple(f"{held.task} waits for {visible(held.waits_for)}" for held in thread.tasks if held.waits_for)
    active = tuple(str(held.task) for held in thread.tasks if held.role is Role.ACTIVE and not held.waits_for)
    return replace(box, facts=(*active, *waiting, *copies), group=frame)


def _ties(thread: Thread, key: str) -> Iterator[Tie]:
    for held in thread.tasks:
        yield Tie(key_of_task(held.task), key, uses=held.role is not Role.ACTIVE or bool(held.waits_for))
