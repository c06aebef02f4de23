"""The plan before and after optimization, in two pictures that share their places.

What is in both plans has one key in both pictures. A repartition topic that a rule makes anew under the same name
takes over the place of one that it replaces, unless that would turn the flow round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from topoviz.engine.logical.nodes import NodeId, Repartition
from topoviz.engine.logical.plan import ROOT, LogicalPlan
from topoviz.engine.optimizer.optimizer import Optimized
from topoviz.engine.optimizer.rule import Effect
from topoviz.rendering.lettering import visible
from topoviz.rendering.picture import Box, Change, Comparison, Picture, Tie, Undrawable
from topoviz.rendering.plan_picture import draw_plan, key_of
from topoviz.rendering.words import counted

MOST_COMPARED: Final = 1_500

_UNCHANGED: Final = "The optimizer changes nothing here."


def compare_plans(optimized: Optimized, setting: str) -> Comparison:
    """Draw the plan before and after; `setting` is topology.optimization in the user's words."""
    before, after = optimized.before, optimized.plan
    if max(len(before.nodes), len(after.nodes)) > MOST_COMPARED:
        raise Undrawable(
            f"These plans have more than {MOST_COMPARED:,} operators, too many to compare in a picture. "
            "Draw one of them (view plan or plan-optimized)."
        )
    first, second = draw_plan(before, "Plan before optimization"), draw_plan(after, "Plan after optimization")
    second = _with_keys(second, _taken_places(before, after, first, second))
    changes = _Changes(before, after, first, second)
    first = replace(first, boxes=tuple(replace(box, change=changes.before(box)) for box in first.boxes))
    second = replace(second, boxes=tuple(replace(box, change=changes.after(box)) for box in second.boxes))
    is_same = all(box.change is Change.SAME for box in (*first.boxes, *second.boxes))
    return Comparison(
        title="Plan before and after optimization",
        description=f"Before: {first.description} After: {second.description}",
        before=replace(first, notes=()),
        after=replace(second, notes=()),
        before_heading="Before",
        after_heading=f"After, topology.optimization = {visible(setting)}",
        notes=(*second.notes, *((_UNCHANGED,) if is_same else _gains(optimized))),
    )


def _gains(optimized: Optimized) -> tuple[str, ...]:
    removed = sum(len(firing.topics_removed) for _, firing in optimized.firings)
    losses = sum(firing.effect is Effect.LOSS for _, firing in optimized.firings)
    notes = [f"{counted(removed, 'internal topic')} fewer."] if removed else []
    if losses:
        notes.append(
            f"{'1 loss' if losses == 1 else f'{losses} losses'}: what a filter drops goes through a repartition topic."
        )
    return tuple(notes)


# --- places -----------------------------------------------------------------------------------------------------------


def _with_keys(picture: Picture, keys: Mapping[str, str]) -> Picture:
    return replace(
        picture,
        boxes=tuple(replace(box, key=keys.get(box.key, box.key)) for box in picture.boxes),
        ties=tuple(
            replace(tie, tail=keys.get(tie.tail, tie.tail), head=keys.get(tie.head, tie.head)) for tie in picture.ties
        ),
    )


def _taken_places(before: LogicalPlan, after: LogicalPlan, first: Picture, second: Picture) -> dict[str, str]:
    """Map the keys of new repartition topics to those of the topics whose place they take."""
    taken: dict[str, str] = {}
    for node in after.in_order():
        if not isinstance(node, Repartition) or node.id in before.nodes:
            continue
        for old in node.replaces:
            replaced = before.nodes.get(old)
            wanted = {**taken, key_of(node.id): key_of(old)}
            if (
                isinstance(replaced, Repartition)
                and replaced.topic == node.topic
                and not _has_cycle((*first.ties, *_with_keys(second, wanted).ties))
            ):
                taken = wanted
                break
    return taken


def _has_cycle(ties: tuple[Tie, ...]) -> bool:
    """Tell whether boxes that flow into each other form a ring, by taking away what nothing flows into."""
    below: dict[str, set[str]] = {}
    waiting: dict[str, int] = {}
    for tail, head in {(tie.tail, tie.head) for tie in ties}:
        below.setdefault(tail, set()).add(head)
        waiting.setdefault(tail, 0)
        waiting[head] = waiting.get(head, 0) + 1
    free = [key for key, count in waiting.items() if count == 0]
    for key in free:
        for head in below.get(key, ()):
            waiting[head] -= 1
            if waiting[head] == 0:
                free.append(head)
    return len(free) < len(waiting)


# --- changes ----------------------------------------------------------------------------------------------------------


class _Changes:
    """What became of each box, from one picture to the other."""

    def __init__(self, before: LogicalPlan, after: LogicalPlan, first: Picture, second: Picture) -> None:
        self._before, self._after = before, after
        self._first, self._second = first.by_key, second.by_key
        self._topics_above = _repartitions_above(before), _repartitions_above(after)
        topics = {one for above in self._topics_above[1].values() for one in above}
        self._came_from = {one: frozenset({one, *_replaced(after, one)}) for one in topics}

    def before(self, box: Box) -> Change:
        """Tell about a box of the first picture."""
        if box.key not in self._second:
            return Change.MOVED if box.data_node is not None and self._goes_on(NodeId(box.data_node)) else Change.GONE
        # What moves or changes is marked where it arrives; the first picture shows it as it was.
        return self.after(self._second[box.key])

    def after(self, box: Box) -> Change:
        """Tell about a box of the second picture."""
        earlier = self._first.get(box.key)
        if earlier is None:
            return Change.MOVED if box.data_node is not None and self._was_there(NodeId(box.data_node)) else Change.NEW
        assert earlier.data_node is not None
        assert box.data_node is not None
        old, new = NodeId(earlier.data_node), NodeId(box.data_node)
        if self._has_moved(old, new):
            return Change.MOVED
        return Change.CHANGED if self._has_changed(old, new, earlier, box) else Change.SAME

    def _goes_on(self, old: NodeId) -> bool:
        """Tell whether a topic is made anew under its name at another place."""
        return any(old in node.replaces and self._is_one_topic(old, node.id) for node in self._after.nodes.values())

    def _was_there(self, new: NodeId) -> bool:
        return any(self._is_one_topic(old, new) for old in self._after.nodes[new].replaces)

    def _is_one_topic(self, old: NodeId, new: NodeId) -> bool:
        before, after = self._before.nodes.get(old), self._after.nodes[new]
        return isinstance(before, Repartition) and isinstance(after, Repartition) and before.topic == after.topic

    def _has_moved(self, old: NodeId, new: NodeId) -> bool:
        """An operator has moved when it ran before a repartition topic and runs behind it now, or the other way."""
        above_before, above_after = (
            self._topics_above[0].get(old, frozenset()),
            self._topics_above[1].get(new, frozenset()),
        )
        came_from = [self._came_from[one] for one in above_after]
        return any(not origins & above_before for origins in came_from) or not above_before <= frozenset().union(
            *came_from
        )

    def _has_changed(self, old: NodeId, new: NodeId, earlier: Box, box: Box) -> bool:
        if (earlier.kind, earlier.title, earlier.number, earlier.facts) != (box.kind, box.title, box.number, box.facts):
            return True
        return old != new and len(self._after.nodes[new].replaces) > 1


def _replaced(plan: LogicalPlan, node: NodeId) -> set[NodeId]:
    found: set[NodeId] = set()
    stack = [node]
    while stack:
        for old in plan.nodes[stack.pop()].replaces:
            if old not in found and old in plan.nodes:
                stack.append(old)
            found.add(old)
    return found


def _repartitions_above(plan: LogicalPlan) -> dict[NodeId, frozenset[NodeId]]:
    """Map each node to all repartition topics above it. Parents come first, whichever path leads there."""
    above: dict[NodeId, frozenset[NodeId]] = {ROOT: frozenset()}
    waiting = {node: len(parents) for node, parents in plan.parents.items()}
    free = [ROOT]
    for node in free:
        for child in plan.children[node]:
            own = {node} if isinstance(plan.nodes[node], Repartition) else frozenset()
            above[child] = above.get(child, frozenset()) | above[node] | own
            waiting[child] -= 1
            if waiting[child] == 0:
                free.append(child)
    return above
