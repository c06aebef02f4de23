"""What a kind of question is, and why one may have no answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.rendering.forms.model import Form
from topoviz.rendering.simulation.trace.pieces import PieceHead
from topoviz.rendering.style import Theme

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a question has no answer: a code for programs, and what is wrong and what to do in sentences."""

    code: str
    sentence: str
    next_step: str


class BadQuestion(Exception):
    """The question has no answer; `problem` says why."""

    def __init__(self, code: str, sentence: str, next_step: str) -> None:
        super().__init__(f"{sentence} {next_step}")
        self.problem = Problem(code, sentence, next_step)


@dataclass(frozen=True, slots=True)
class Kept:
    """What was worked out for the last few questions about an analysis, so that a picture need not wait for it anew."""

    most: int = 4
    found: dict[str, Any] = field(default_factory=dict)

    def put(self, question: Json, found: Any) -> None:
        """Keep what was found, and forget what nobody asked for longest."""
        self.found.pop(key := json.dumps(question, sort_keys=True), None)
        self.found[key] = found
        while len(self.found) > self.most:
            del self.found[next(iter(self.found))]

    def get(self, question: Json) -> Any:
        """Give what was kept for a question, or None."""
        found = self.found.get(json.dumps(question, sort_keys=True))
        if found is not None:
            self.put(question, found)
        return found


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about one topology of an analysis; `question` is what its kind takes, `place` which topology it is.

    `old` is the submission of the version before, of a question that compares. `say` takes in a few words what is being
    done, as often as an answer likes; `give` takes pieces of what is too long for an answer, as soon as they are there.
    """

    analysis: Analysis
    question: Json
    place: int = 0
    old: Json | None = None
    kept: Kept = field(default_factory=Kept)
    say: Callable[[str], None] = lambda _: None
    give: Callable[[PieceHead, bytes], None] = lambda _head, _data: None

    @property
    def topology(self) -> AnalyzedTopology:
        """Give the topology; raises BadQuestion for one that is refused."""
        topology = self.analysis.all_topologies[self.place]
        if topology.topology is None:
            raise BadQuestion(
                "no-topology",
                "Kafka Streams would refuse this program, so it has no tasks.",
                "Mend what the error says, or choose another version.",
            )
        return topology


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question.

    `answer` gives JSON whose `schema` names its form, and raises BadQuestion. `draw` gives a view of the answer as a
    file, and raises Undrawable too.
    """

    name: str
    answer: Callable[[Asked], Json]
    draw: Callable[[Asked, str, Form, Theme], bytes]
