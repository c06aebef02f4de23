"""What becomes of a file's topologies when the file stands in its module."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tests.modules.running import Seen, Topology
from topoviz.engine.dsl.ledger import Fate

MOST: Final = 0.9
"""Which part of its places makes two topologies the same."""


class Became(StrEnum):
    """What became of a topology that a file shows alone."""

    KEPT = "kept"
    NOT_STARTED = "not started"
    LOST = "lost"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Match:
    """A topology that a file shows alone, the module's own one for it, and what became of it.

    It is lost when it was sure alone, and is there and no longer sure; and not started when it is there as one that
    nothing in the module starts.
    """

    file: str
    alone: Topology
    inside: Topology | None
    became: Became


def match(file: str, alone: Seen, module: Seen) -> list[Match]:
    """Find the topologies that a file shows in its module, by the places of their nodes.

    Those without nodes of their own are left out, and those that nothing starts in the file alone.
    """
    matches = []
    for topology in alone.topologies:
        shows_nothing = topology.places <= topology.open
        if topology.why_not_started or shows_nothing or topology.state not in ("sure", "unsure"):
            continue
        inside = _find(topology, module.topologies)
        if inside is None:
            became = Became.ABSENT
        elif topology.state == "sure" and inside.state != "sure":
            became = Became.LOST
        elif inside.why_not_started:
            became = Became.NOT_STARTED
        else:
            became = Became.KEPT
        matches.append(Match(file, topology, inside, became))
    return matches


def _find(wanted: Topology, candidates: Iterable[Topology]) -> Topology | None:
    """Give the topology with most of the places, a sure one before others, and one that is started before others.

    Sources are left out where there is anything else: of two calls with one topic the module has one source, and a
    stream that the file does not have comes from elsewhere.
    """
    places = wanted.places - wanted.open - wanted.sources or wanted.places - wanted.open
    allowed = (1 - MOST) * len(places)
    having = [
        (one.state == "sure", not one.why_not_started, len(places & one.places), -index, one)
        for index, one in enumerate(candidates)
        if places & one.places and len(places - one.places) <= allowed
    ]
    return max(having, key=lambda one: one[:4])[4] if having else None


def why(one: Match, module: Seen, most: int = 3) -> list[str]:
    """Give the first reasons that decide about a topology which is lost or absent."""
    if module.problem:
        return [module.problem]
    if one.became is Became.NOT_STARTED and one.inside is not None:
        return [one.inside.why_not_started]
    if one.inside is not None:
        return list(one.inside.why[:most]) or [f"it is {one.inside.state}"]
    fates = [
        f"{call.fate}: {call.reason}"
        for call in module.calls
        if call.file == one.file and call.fate is not Fate.MODELLED
    ]
    about = [told.text for told in module.told if told.file == one.file]
    deciding = [told.text for told in module.told if told.decides and told.file not in (one.file, None)]
    return list(dict.fromkeys((*about[:most], *fates, *deciding)))[:most] or ["nothing is said about it"]


def state_of_file(file: str, seen: Seen) -> str:
    """Tell what is shown of a file: complete, partly, unsure, refused, not started or absent."""
    topologies = [one for one in seen.topologies if any(place[0] == file for place in one.places)]
    if not topologies:
        return "absent"
    topologies = [one for one in topologies if not one.why_not_started]
    if not topologies:
        return "not started"
    if any(call.file == file and call.fate is Fate.REPORTED for call in seen.calls):
        return "partly"
    for state in ("unsure", "refused"):
        if any(one.state == state for one in topologies):
            return state
    return "complete"
