"""The cards of clients: a frame for each with a card for every stream thread, or one card a client where they are many.

A card of a client has a row for each sub-topology. It is opened by the key of the client (`c3`); the key of a
sub-topology (`g0`) lists its tasks in every card, and that of a thread (`h7`) all that the thread has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from topoviz.engine.assignment.result import Role
from topoviz.engine.topology_tasks import TopologyTasks
from topoviz.rendering.assignment.boxes import FACTS_WRAP_AT, client_box, client_facts, held_box, thread_box, topic_box
from topoviz.rendering.assignment.moves import ShownClient, ShownTask, ShownThread
from topoviz.rendering.cards.model import Card, Cards, Folding, Row, RowKind, row_of
from topoviz.rendering.lettering import visible, wrap
from topoviz.rendering.limits import OVERVIEW_ABOVE
from topoviz.rendering.picture import Box, Change, Group, Kind
from topoviz.rendering.topics import TopicRef
from topoviz.rendering.topology_picture import Scene
from topoviz.rendering.words import counted

MOST_ROWS: Final = 60
"""Tasks that a thread lists; of more, some are behind one row."""

FEWEST_BESIDE: Final = 6
"""Tasks of one role of which nothing else is to be said; so many stand beside each other, below the word for all."""

CLIENTS: Final = 1
"""The line in which all threads stand."""

MOST_LISTED: Final = 800
"""Tasks on threads in one picture; with more, each client is one card."""

CLIENT_FRAMES: Final = 1_000_000
"""The frame of a client has its number and this, so that it is none of a sub-topology."""

OPEN_ONE: Final = "Open one to see its threads."

_COPIES: Final = {Role.STANDBY: "standby", Role.WARM_UP: "warm-up"}
_AS_IT_WAS: Final = frozenset({Change.NONE, Change.SAME})


def client_cards(scene: Scene, tasks: TopologyTasks, clients: Sequence[ShownClient], folding: Folding) -> Cards:
    """Show clients, their threads and what these have."""
    maker = _Maker(scene, tasks, folding, is_overview=_is_much(clients, tasks) and not folding.is_whole)
    for client in clients:
        maker.add(client)
    threads = sum(len(client.threads) for client in clients)
    running = sum(client.client.is_running for client in clients)
    idle = sum(not thread.staying and thread.change is not Change.GONE for one in clients for thread in one.threads)
    said = (
        f"{counted(running, 'client')} with {counted(threads, 'stream thread')}"
        f"{f', {idle:,} of them idle' if idle else ''}."
    )
    reason = (
        f"All of it would be {threads:,} threads with {_count(clients):,} tasks, too many to read at once, so each "
        f"client is one card here. {OPEN_ONE}"
    )
    return Cards(
        "Clients and stream threads",
        said,
        tuple(maker.cards),
        groups=tuple(maker.groups),
        notes=(reason,) if maker.is_overview else (),
        columns=1,
    )


def _is_much(clients: Sequence[ShownClient], tasks: TopologyTasks) -> bool:
    cards = sum(len(client.threads) + bool(tasks.global_topics) for client in clients)
    return len(clients) > 1 and (cards > OVERVIEW_ABOVE or _count(clients) > MOST_LISTED)


def _count(clients: Sequence[ShownClient]) -> int:
    return sum(len(thread.tasks) for client in clients for thread in client.threads)


class _Maker:
    """Makes cards in order; threads and tasks on threads are numbered through."""

    def __init__(self, scene: Scene, tasks: TopologyTasks, folding: Folding, *, is_overview: bool) -> None:
        self.folding, self.is_overview = folding, is_overview
        self.cards: list[Card] = []
        self.groups: list[Group] = []
        topics = [topic for topic in map(TopicRef, tasks.global_topics) if topic in scene.topic_keys]
        self._topics = tuple(topic_box(scene, tasks, topic, is_in_global_thread=True) for topic in topics)
        self._threads, self._held = count(), count()

    def add(self, client: ShownClient) -> None:
        """Add a client, opened or not."""
        number = client.number
        if not client.client.is_running and not client.threads:
            self.cards.append(self._stopped(client))
            return
        threads = [self._thread_boxes(thread, (number, thread.number)) for thread in client.threads]
        keys = frozenset({f"c{number}", *(box.key for box, _ in threads)}) & self.folding.shown
        if self.is_overview and not keys:
            self.cards.append(self._whole(client, threads))
            return
        frame = CLIENT_FRAMES + number
        title, *rest = wrap(visible(client.client.name), FACTS_WRAP_AT)
        said = (*rest, *client_facts(client.client))
        opened = keys if self.is_overview else frozenset()
        self.groups.append(Group(frame, title, opened=opened, facts=said, client=number, change=client.change))
        for header, boxes in threads:
            self.cards.append(self._thread(header, boxes, frame))
        if self._topics and client.change is not Change.GONE:
            self.cards.append(self._global_thread(number, len(threads), client.change, frame))

    def _stopped(self, client: ShownClient) -> Card:
        """Make a card of a client that does not run, so that it keeps its place among the others."""
        header = client_box(client.client, client.number, client.change)
        return Card(header.key, (row_of(header),), line=CLIENTS)

    def _thread_boxes(self, thread: ShownThread, places: tuple[int, int]) -> tuple[Box, list[tuple[ShownTask, Box]]]:
        header = thread_box(thread, next(self._threads), places)
        return header, [(task, held_box(task, next(self._held), places)) for task in thread.tasks]

    def _thread(self, header: Box, found: Sequence[tuple[ShownTask, Box]], frame: int) -> Card:
        rows = list(_rows(found))
        is_opened = header.key in self.folding.shown
        if len(found) > MOST_ROWS and not is_opened and not self.folding.is_whole:
            rows = _shortened(rows, header.key)
        opened = frozenset({header.key}) if is_opened and len(found) > MOST_ROWS else frozenset()
        return Card(header.key, (row_of(header), *rows), frame, opened=opened, line=CLIENTS)

    def _global_thread(self, number: int, at: int, change: Change, frame: int) -> Card:
        box = Box(
            key=f"h{next(self._threads)}",
            kind=Kind.GLOBAL_THREAD,
            title="global thread",
            tooltip="global thread: reads all partitions of every global topic, and has no tasks",
            data_client=number,
            data_thread=at,
            change=change,
        )
        return Card(box.key, (row_of(box), *map(row_of, self._topics)), frame, line=CLIENTS)

    def _whole(self, client: ShownClient, threads: Sequence[tuple[Box, list[tuple[ShownTask, Box]]]]) -> Card:
        """Make one card of a client, with a row for each sub-topology."""
        idle = sum(header.kind is Kind.IDLE_THREAD for header, _ in threads)
        said = [f"{idle:,} idle"] if idle else []
        header = client_box(client.client, client.number, _change_of(client), said)
        found = [pair for _, boxes in threads for pair in boxes]
        numbers = sorted({task.held.task.sub_topology_id for task, _ in found})
        rows = [row for number in numbers for row in self._of_one(number, found, header.key)]
        empty = () if rows else (Row(RowKind.NOTE, text="no task"),)
        # What the threads are is not seen, and opens with any of them.
        behind = tuple(box for box, _ in threads)
        return Card(header.key, (row_of(header), *rows, *empty), behind=behind, opens=header.key)

    def _of_one(self, sub_topology: int, found: Sequence[tuple[ShownTask, Box]], client: str) -> Iterator[Row]:
        some = [pair for pair in found if pair[0].held.task.sub_topology_id == sub_topology]
        boxes = tuple(box for _, box in some)
        text = f"sub-topology {sub_topology}: {_counts([task for task, _ in some])}"
        if f"g{sub_topology}" in self.folding.shown:
            yield Row(RowKind.NOTE, text=text)
            yield from map(row_of, boxes)
        else:
            yield Row(RowKind.MORE, boxes, text, opens=client)


def _rows(found: Sequence[tuple[ShownTask, Box]]) -> Iterator[Row]:
    """Give each task a row; many of one role of which nothing else is to be said stand beside each other."""
    plain: dict[Kind, int] = {}
    for task, box in found:
        if _is_plain(task):
            plain[box.kind] = plain.get(box.kind, 0) + 1
    said: set[Kind] = set()
    for task, box in sorted(found, key=lambda pair: (pair[0].place, not _is_plain(pair[0]))):
        is_beside = _is_plain(task) and plain[box.kind] >= FEWEST_BESIDE
        if is_beside and box.kind is not Kind.ACTIVE and box.kind not in said:
            said.add(box.kind)
            yield Row(RowKind.NOTE, text=f"{plain[box.kind]} {task.held.role}")
        yield Row(RowKind.TASK, (box,), is_beside=is_beside)


def _is_plain(task: ShownTask) -> bool:
    held = task.held
    return task.change in _AS_IT_WAS and not (held.lag or held.waits_for or held.is_for_now or held.is_unsure)


def _counts(tasks: Sequence[ShownTask]) -> str:
    """Count what a client has of one sub-topology, and what came and went."""
    staying = [one for one in tasks if one.change is not Change.GONE]
    active = sum(one.held.role is Role.ACTIVE and not one.held.waits_for for one in staying)
    waiting = sum(bool(one.held.waits_for) for one in staying)
    said = [counted(active, "task")]
    said += [f"{number:,} {word}" for role, word in _COPIES.items()
             if (number := sum(one.held.role is role and not one.held.waits_for for one in staying))]  # fmt: skip
    said += [f"{waiting:,} to come"] if waiting else []
    came = sum(one.change in (Change.NEW, Change.MOVED) and not one.is_within for one in staying)
    promoted = sum(one.change is Change.PROMOTED for one in staying)
    gone = sum(one.change is Change.GONE and not one.is_within for one in tasks)
    signs = [f"{sign}{number:,}" for sign, number in (("+", came), ("−", gone)) if number]
    said += [" ".join(signs)] if signs else []
    said += [f"{promoted:,} promoted"] if promoted else []
    return ", ".join(said)


def _change_of(client: ShownClient) -> Change:
    """Say of a whole client that something in it changed."""
    if client.change is not Change.SAME:
        return client.change
    tasks = (task for thread in client.threads for task in thread.tasks)
    return Change.SAME if all(task.change in _AS_IT_WAS for task in tasks) else Change.CHANGED


def _shortened(rows: Sequence[Row], key: str) -> list[Row]:
    """Keep what changed or is not certain, and of the rest the first."""
    kept = {row.box.key for row in rows if row.boxes and not row.is_beside}
    plain = [row.box.key for row in rows if row.is_beside]
    shown = kept.union(plain[: max(MOST_ROWS - len(kept), 0)])
    hidden = [row for row in rows if row.boxes and row.box.key not in shown]
    listed = [row for row in rows if not row.boxes or row.box.key in shown]
    if not hidden:
        return listed
    boxes = tuple(row.box for row in hidden)
    copies = sum(box.kind in (Kind.STANDBY, Kind.WARM_UP) for box in boxes)
    said = f", {copies:,} of them copies" if copies and copies < len(boxes) else " as copies" if copies else ""
    return [*listed, Row(RowKind.MORE, boxes, f"… {len(boxes):,} more tasks{said}", opens=key)]
