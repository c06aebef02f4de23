"""Analyses in children that are limited and ended, and processes that keep the machine busy meanwhile."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final

from topoviz.cli.failure import Failure
from topoviz.cli.messages import choice_text, diagnostic_text
from topoviz.cli.trial import refuse_what_chokes
from topoviz.engine.analysis import analyze
from topoviz.engine.choice.choice import ChosenBy
from topoviz.engine.diagnostics import Severity
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.syntax.describe_text import dump_files
from topoviz.engine.topology.describe import to_text
from topoviz.engine.topology.nodes import SourceNode, TopologyNode
from topoviz.engine.versions import parse_version

WALL: Final = 4
"""How many times its processor seconds a child may take on a machine that has other work."""

TOO_LONG: Final = "it took too long"


@dataclass(frozen=True, slots=True)
class Topology:
    """A topology: `state` is sure, unsure, refused or empty.

    `places` are where nodes come from, and where it is refused: file, start, end.
    Nothing starts it where there is a reason in `why_not_started`. Places that are `open` have a source that no call
    makes: it stands in for a stream or table that the files do not have. `sources` are places that have nothing else.
    """

    name: str
    state: str
    why: tuple[str, ...]
    places: frozenset[tuple[str, int, int]]
    text: str
    why_not_started: str = ""
    open: frozenset[tuple[str, int, int]] = frozenset()
    sources: frozenset[tuple[str, int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Told:
    """A diagnostic as it is printed: the file it is about, and whether it is more than a note."""

    file: str | None
    decides: bool
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the DSL, by its file, with what became of it."""

    file: str
    fate: Fate
    reason: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What one analysis gave; `lines` go to standard error, and `problem` says why there is nothing else."""

    topologies: tuple[Topology, ...] = ()
    told: tuple[Told, ...] = ()
    lines: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    version: str | None = None
    cpu: float = 0.0
    wall: float = 0.0
    problem: str = ""

    @property
    def output(self) -> str:
        """Everything that is printed; the same for the same input."""
        described = (f"# {one.name}\n{one.text}" for one in self.topologies)
        return "\n".join((*self.lines, *described, self.problem))


def see(files: Sequence[SourceFile], kafka: str | None, seconds: int, *, fresh: bool = True) -> Seen:
    """Analyze files in a child that may take so many seconds of a processor.

    A fresh child is a Python of its own, with its own order of hashes; another is a copy of this process.
    """
    version = None if kafka is None else parse_version(kafka)
    submission = Submission(Bundle(tuple(files)), Settings(kafka_version=version))
    context = get_context("spawn") if fresh else get_context("fork")
    answers, answer = context.Pipe(duplex=False)
    started = time.perf_counter()
    process = context.Process(target=_answer, args=(answer, submission, seconds))
    process.start()
    answer.close()
    try:
        seen = answers.recv() if answers.poll(WALL * seconds) else Seen(problem=TOO_LONG)
        assert isinstance(seen, Seen)
    except EOFError:
        process.join()
        is_limited = process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL)
        seen = Seen(problem=TOO_LONG if is_limited else f"it ended with exit code {process.exitcode}")
    finally:
        process.kill()
        process.join()
    return replace(seen, cpu=seen.cpu or float(seconds), wall=time.perf_counter() - started)


def _answer(answer: Connection, submission: Submission, seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answer.send(look_at(submission))


def look_at(submission: Submission) -> Seen:
    """Analyze as `topoviz describe` does."""
    texts = dump_files(submission.bundle)
    try:
        refuse_what_chokes(submission, texts)
    except Failure as failure:
        return Seen(lines=(f"topoviz: {failure}",), cpu=_cpu(), problem=str(failure))
    analysis = analyze(submission, texts=texts)
    files = submission.bundle.files
    told = tuple(
        Told(
            None if one.span is None else files[one.span.file_id].name,
            one.severity is not Severity.NOTE,
            diagnostic_text(one, submission.bundle),
        )
        for one in analysis.diagnostics
    )
    chosen = () if analysis.choice.by is ChosenBy.GIVEN else (choice_text(analysis),)
    return Seen(
        tuple(_topology(one, analysis) for one in analysis.all_topologies),
        told,
        (*chosen, *(one.text for one in told)),
        tuple(Call(files[one.span.file_id].name, one.fate, one.reason) for one in analysis.ledger.entries),
        str(analysis.choice.version),
        _cpu(),
    )


def _topology(one: AnalyzedTopology, analysis: Analysis) -> Topology:
    nodes = () if one.topology is None else one.topology.nodes
    files = analysis.submission.bundle.files

    def places_of(nodes: Iterable[TopologyNode]) -> frozenset[tuple[str, int, int]]:
        spans = [node.origin.span for node in nodes if node.origin is not None]
        return frozenset((files[span.file_id].name, span.start, span.end) for span in spans)

    places = places_of(nodes)
    # What the text calls is there; a place that is no call is that of a parameter, a field or a type.
    called = {(files[entry.span.file_id].name, entry.span.start, entry.span.end) for entry in analysis.ledger.entries}
    sources = places_of(node for node in nodes if isinstance(node, SourceNode))
    open_places = sources - called
    sources -= places_of(node for node in nodes if not isinstance(node, SourceNode))
    text = "" if one.description is None else to_text(one.description, one.unsure)
    doubts = tuple(dict.fromkeys(one.unsure[name] for name in one.doubtful_names))
    if one.refusal is not None:
        if one.refused_at is not None:
            span = one.refused_at.span
            places |= {(files[span.file_id].name, span.start, span.end)}
        return Topology(one.name, "refused", (one.refusal.message,), places, text, one.why_not_started, open_places)
    state = "empty" if not nodes else "unsure" if doubts else "sure"
    return Topology(one.name, state, doubts, places, text, one.why_not_started, open_places, sources)


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


@contextmanager
def busy_machine(processes: int = 2) -> Iterator[None]:
    """Keep processors busy with work of no use."""
    started = [subprocess.Popen((sys.executable, "-c", "while True: pass")) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()
