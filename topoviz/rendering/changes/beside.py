"""What changes with the steps beside it, out of a picture of everything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from topoviz.rendering.around import near
from topoviz.rendering.picture import Picture

STEPS_BESIDE: Final = 1
"""How far from what changes a large topology is shown."""


def beside(picture: Picture, starts: Iterable[str], everything: str = "") -> Picture:
    """Give what has these keys with the steps beside it, in their frames; `everything` is the view that shows more."""
    found = near(picture, starts, STEPS_BESIDE)
    # A step between two that are shown would be a gap in a line that has none.
    found |= {tie.head for tie in picture.ties if tie.tail in found} & {
        tie.tail for tie in picture.ties if tie.head in found
    }
    boxes = tuple(box for box in picture.boxes if box.key in found)
    frames = {box.group for box in boxes}
    note = (
        f"What changes is shown with the steps beside it: {len(boxes):,} of {len(picture.boxes):,} steps, topics and "
        "stores."
    )
    if everything:
        note += f" The view {everything} shows everything."
    return replace(
        picture,
        boxes=boxes,
        ties=tuple(tie for tie in picture.ties if tie.tail in found and tie.head in found),
        groups=tuple(group for group in picture.groups if group.id in frames),
        notes=(*picture.notes, note),
    )
