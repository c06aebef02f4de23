"""Replays of simulations that somebody steps through, so that a step need not begin with the first event."""

from __future__ import annotations

import json
from collections import OrderedDict
from copy import deepcopy
from itertools import takewhile
from threading import Lock
from typing import Any, Final
from uuid import UUID

from topoviz.rendering.simulation.trace.pieces import PieceHead, event_of, unpack
from topoviz.rendering.simulation.trace.replay import Replay, replay_of
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.traces import piece_at

_MOST_SIMULATIONS: Final = 8
_MOST_REPLAYS: Final = 24
"""Of one simulation."""

_PIECES_BETWEEN: Final = 16
"""A replay is kept before every so many pieces, and before the one that somebody looks at."""

_kept: OrderedDict[UUID, dict[int, Replay]] = OrderedDict()
"""By simulation, replays by the number of the event that they take next; of those looked at last."""

_lock: Final = Lock()


def replay_before(calculation: Calculation, heads: list[PieceHead], number: int) -> tuple[int, Replay]:
    """Give a replay that has taken all pieces before the one that an event is in, and the number it takes next."""
    result: dict[str, Any] = json.loads(calculation.result or "{}")
    known = _known(calculation) if result else {}
    before = list(takewhile(lambda head: head.first + head.count <= number, heads))
    upto = before[-1].first + before[-1].count if before else 0
    # Other threads may add to it meanwhile.
    near = [(first, kept) for first, kept in list(known.items()) if first <= upto]
    since, found = max(near, key=lambda pair: pair[0], default=(0, None))
    replay = replay_of(result) if found is None else deepcopy(found)
    for place, head in enumerate(before):
        if head.first < since:
            continue
        if place % _PIECES_BETWEEN == 0:
            _keep(known, head.first, replay)
        for line in unpack(piece_at(calculation, head.first)):
            replay.take(event_of(line))
    _keep(known, upto, replay)
    return upto, replay


def _keep(known: dict[int, Replay], first: int, replay: Replay) -> None:
    with _lock:
        known[first] = deepcopy(replay)
        if len(known) > _MOST_REPLAYS:
            del known[next(iter(known))]


def _known(calculation: Calculation) -> dict[int, Replay]:
    with _lock:
        found = _kept.setdefault(calculation.id, {})
        _kept.move_to_end(calculation.id)
        while len(_kept) > _MOST_SIMULATIONS:
            _kept.popitem(last=False)
        return found
