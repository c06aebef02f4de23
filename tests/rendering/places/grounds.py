"""Grounds made up from a seed: flows with frames, ties, long lines and several lines between the same two spots."""

import random
from itertools import pairwise

from topoviz.rendering.places.model import Ground, Line, Size, Spot


def ground_of(seed, spots=30, frames=3, lines=1.3, loose=0.15):
    """Make a ground; most lines go down inside a frame, some go on into a later one."""
    chance = random.Random(seed)  # noqa: S311 - the same for the same seed
    made = []
    for index in range(spots):
        frame = None if not frames or chance.random() < loose else chance.randrange(frames)
        size = Size(float(chance.randrange(84, 260)), float(chance.randrange(26, 140)))
        made.append(Spot(f"s{index}", size, frame))
    drawn = []
    for _ in range(round(spots * lines)):
        tail = chance.randrange(spots)
        near = [at for at in range(tail + 1, spots) if made[at].frame == made[tail].frame][:6]
        head = chance.choice(near) if near and chance.random() < 0.8 else chance.randrange(spots)
        if head == tail or (made[tail].frame is not None and made[head].frame not in (None, made[tail].frame)):
            continue
        drawn.append(Line(f"s{min(tail, head)}", f"s{max(tail, head)}", chance.random() < 0.15))
    titles = {frame: float(chance.randrange(60, 200)) for frame in range(frames)}
    return Ground(tuple(made), tuple(drawn), titles)


def chain(*keys, frame=None):
    """Give spots of one size, each with a line to the next."""
    spots = tuple(Spot(key, Size(100, 40), frame) for key in keys)
    return Ground(spots, tuple(Line(tail, head) for tail, head in pairwise(keys)), {0: 90.0})


def fan(count, frame=None, *, is_upward=False):
    """Give one spot with many others of all sizes that hang on it alone, and beside them a branch that goes on."""
    sizes = (Size(84.0 + 24 * (at % 5), 40.0 + 16 * (at % 3)) for at in range(count))
    ends = tuple(Spot(f"end{at}", size, frame) for at, size in enumerate(sizes))
    on = chain("top", "step", "last", frame=frame)
    lines = (*on.lines, *(Line("top", end.key) for end in ends), Line("last", "written"))
    if is_upward:
        lines = tuple(Line(line.head, line.tail) for line in lines)
    return Ground((*on.spots, *ends, Spot("written", Size(100, 30))), lines, {0: 90.0})
