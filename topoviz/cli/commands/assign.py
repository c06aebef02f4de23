"""`topoviz assign`: print who gets which task."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from functools import partial

from topoviz.cli.answering import Answer, answer_each
from topoviz.cli.failure import Failure, failing
from topoviz.cli.messages import printable
from topoviz.cli.reading import read_text
from topoviz.cli.sizes import sizes_of
from topoviz.engine.assigned import NO_ANSWER, Assigned, AssignmentQuestion, assign
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.sizing.given import Given
from topoviz.rendering.calculations.assignment_json import assignment_to_json
from topoviz.rendering.calculations.assignment_text import assignment_to_markdown, assignment_to_text


def run(options: Namespace) -> int:
    """Print who gets which task of every chosen topology."""
    question = AssignmentQuestion(
        read_text(options.partitions),
        _cluster(options.cluster),
        dict(map(_setting, options.setting)),
        options.assignor,
        Given(options.cpus, options.record_bytes, options.record_ms),
        sizes_of(options),
    )
    return answer_each(options, partial(_answer, question, with_reasons=options.why))


def _cluster(name: str) -> str:
    text = read_text(name)
    if not text.strip():
        raise Failure(f"{name} is empty, so there is no client that could get a task. Write the clients into it.")
    return text


def _answer(
    question: AssignmentQuestion, analysis: Analysis, topology: AnalyzedTopology, *, with_reasons: bool
) -> Answer:
    with failing(*NO_ANSWER):
        assigned = assign(topology, question, analysis.behaviours)
    document = assignment_to_json(analysis, topology, assigned)
    words = {
        "text": partial(assignment_to_text, document, with_reasons=with_reasons),
        "markdown": partial(assignment_to_markdown, document),
    }
    return Answer(
        assigned.tasks,
        lambda: document,
        {} if assigned.rebalance is None else words,
        tuple(_said(assigned)),
        (3,) if assigned.doubts else (),
    )


def _said(assigned: Assigned) -> Iterator[str]:
    """Say what the cluster's text has and is not taken, what the answer rests on, and what Kafka Streams logs."""
    for note in assigned.notes:
        yield f"note: {printable(note)}"
    for doubt in assigned.doubts:
        yield f"unsure: {printable(doubt)}"
    if assigned.rebalance is not None:
        for warning in assigned.rebalance.warnings:
            yield f"Kafka Streams logs: {printable(warning)}"


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Failure(f"{text!r} is not of the form NAME=VALUE, such as num.standby.replicas=1.")
    return name.strip(), value.strip()
