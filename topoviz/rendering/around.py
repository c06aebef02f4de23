"""What stands around one thing in a picture: the steps at most so many lines away, with their topics and stores.

Lines count in both directions, and steps alone are counted: from one step over a topic or a store to the next is one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace

from topoviz.rendering.cards.model import STORES, TOPICS
from topoviz.rendering.picture import Box, Picture, Undrawable
from topoviz.rendering.words import counted


def around(picture: Picture, key: str, steps: int) -> Picture:
    """Give what is at most so many steps away from a box, or with `g4` from anything in the group 4.

    Frames keep their titles. Raises Undrawable when nothing in the picture has this key.
    """
    starts, name = _centre(picture, key)
    found = near(picture, starts, steps)
    shown = tuple(box for box in picture.boxes if box.key in found)
    ties = tuple(tie for tie in picture.ties if tie.tail in found and tie.head in found)
    frames = {box.group for box in shown}
    note = _note(name, steps, sum(_is_step(box) for box in picture.boxes) - sum(_is_step(box) for box in shown))
    return replace(
        picture,
        title=f"Around {name}",
        description=note,
        boxes=shown,
        ties=ties,
        groups=tuple(group for group in picture.groups if group.id in frames),
        notes=(note, *picture.notes),
    )


def _centre(picture: Picture, key: str) -> tuple[list[str], str]:
    """Find the keys of what is asked for, and what it is called."""
    box = picture.by_key.get(key)
    if box is not None:
        return [key], " ".join(filter(None, (box.title, box.number)))
    for group in picture.groups:
        if key == f"g{group.id}":
            title = group.title[:1].lower() + group.title[1:]
            return [box.key for box in picture.boxes if box.group == group.id], title
    raise Undrawable(
        f"Nothing in this picture has the key {key}, so there is nothing around it. "
        "Keys belong to one topology: choose a step, a topic or a store of this one."
    )


def near(picture: Picture, starts: Iterable[str], steps: int) -> set[str]:
    """Walk along ties, nearest first; a topic or store is as far away as the nearest step that uses it."""
    by_key, beside = picture.by_key, _neighbours(picture)
    far = dict.fromkeys(starts, 0)
    waiting = deque(far)
    while waiting:
        key = waiting.popleft()
        for one in beside.get(key, ()):
            away = far[key] + _is_step(by_key[one])
            if away > steps or away >= far.get(one, steps + 1):
                continue
            far[one] = away
            if away == far[key]:
                waiting.appendleft(one)
            else:
                waiting.append(one)
    return set(far)


def _neighbours(picture: Picture) -> Mapping[str, list[str]]:
    beside: dict[str, list[str]] = {}
    for tie in picture.ties:
        beside.setdefault(tie.tail, []).append(tie.head)
        beside.setdefault(tie.head, []).append(tie.tail)
    return beside


def _is_step(box: Box) -> bool:
    """Tell whether a box counts; in a plan what stands for a topic or a store is an operator too."""
    return box.data_node is not None or box.kind not in TOPICS | STORES


def _note(name: str, steps: int, left_out: int) -> str:
    words = f"What is at most {counted(steps, 'step')} around {name}."
    if not left_out:
        return f"{words} That is all there is."
    return f"{words} {left_out:,} more {'step is' if left_out == 1 else 'steps are'} not shown."
