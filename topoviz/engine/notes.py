"""What is said of an analysis as a whole, beside what its parts say of themselves."""

from __future__ import annotations

from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.dsl.interpreter.interpret import Interpretation
from topoviz.engine.refusal import Refusal, RefusedBy, Why
from topoviz.engine.results import AnalyzedTopology, OtherVersion
from topoviz.engine.source import Origin, Span
from topoviz.engine.submission import Language, Submission
from topoviz.engine.topology.copartition_groups import hangs_on_application_id
from topoviz.engine.versions import FIRST_FOLLOWED, Behaviours


def notes_on_dump(submission: Submission) -> tuple[Diagnostic, ...]:
    """Say that an optimization that was asked for changes nothing."""
    if submission.settings.optimize is None:
        return ()
    return (
        Diagnostic(
            Severity.NOTE,
            "optimized-dump",
            "A describe() text shows what was built; the optimizer has done its work before.",
            f"It is shown as it is: topology.optimization={submission.settings.optimize} changes nothing.",
            next_step="Paste the code of the application to see what the optimizer does.",
        ),
    )


def notes_on_settings(topologies: tuple[AnalyzedTopology, ...], submission: Submission) -> tuple[Diagnostic, ...]:
    """Say when an optimization that was asked for is not what the program itself would get."""
    if submission.settings.optimize in (None, "none"):
        return ()
    return tuple(
        Diagnostic(
            Severity.NOTE,
            "build-without-properties",
            "The program calls build() without properties, so Kafka Streams would not optimize it.",
            f"It is shown as with topology.optimization={submission.settings.optimize}.",
            topology.built_at.span if topology.built_at is not None else None,
            "Pass the properties to build(), or look at it as the program has it.",
        )
        for topology in topologies
        if topology.built_without_properties
    )


def unused_optimizations(topologies: tuple[AnalyzedTopology, ...], submission: Submission) -> tuple[Diagnostic, ...]:
    """Say where topology.optimization is set for KafkaStreams alone, which does nothing."""
    if submission.settings.optimize is not None:
        return ()
    return tuple(
        Diagnostic(
            Severity.NOTE,
            "unused-optimization",
            f"topology.optimization{f'={unused.text}' if unused.text else ''} is in the properties that KafkaStreams "
            f"gets{_on_line(unused.started_at, submission)}, and not in what build() gets here.",
            "Only build() looks at it: the program is not optimized, and it is shown so.",
            topology.built_at.span if topology.built_at is not None else None,
            "Pass the properties to build() too.",
        )
        for topology in topologies
        if (unused := topology.unused_optimization) is not None
    )


def _on_line(origin: Origin, submission: Submission) -> str:
    file, position = submission.bundle.position_of(origin.span)
    return f" on line {position.line}" if len(submission.bundle.files) == 1 else f" on line {position.line} of {file}"


def empty_topologies(topologies: tuple[AnalyzedTopology, ...]) -> tuple[Diagnostic, ...]:
    """Say when a program makes a topology with nothing in it, of which there is only a heading to show."""
    return tuple(
        Diagnostic(
            Severity.NOTE,
            "empty-topology",
            "The topology has no source, so nothing is in it.",
            "There is no sub-topology; describe() prints its heading alone.",
            topology.made_at.span if topology.made_at is not None else None,
            "Paste the code that adds to it too, if there is any.",
        )
        for topology in topologies
        if topology.description is not None and not topology.description.groups
    )


def outside_stores(topologies: tuple[AnalyzedTopology, ...]) -> tuple[Diagnostic, ...]:
    """Say which state stores a builder from outside must have got there."""
    return tuple(
        Diagnostic(
            Severity.UNSURE,
            "unknown-store",
            f"No state store called {name} is added in this text. {reason}",
            f"It is shown as {name}?",
            next_step="Paste the code that adds it too.",
        )
        for topology in topologies
        if topology.topology is not None and topology.optimized is not None
        for name, reason in topology.topology.unsure.items()
        if name in topology.topology.stores and name not in topology.optimized.plan.unsure
    )


def open_application_ids(topologies: tuple[AnalyzedTopology, ...]) -> tuple[Diagnostic, ...]:
    """Say where the copartition groups hang on an application id that is not known."""
    return tuple(
        Diagnostic(
            Severity.UNSURE,
            "open-application-id",
            "A join touches topics of two copartition groups. Which of them it joins hangs on the hash codes of the "
            "topics' full names, and so on application.id, which is not known.",
            "The copartition groups are not certain; names, numbers and sub-topologies are.",
            topology.made_at.span if topology.made_at is not None else None,
            "Say what the application id is.",
        )
        for topology in topologies
        if topology.topology is not None
        and topology.application_id is None
        and hangs_on_application_id(topology.topology)
    )


def version_doubts(behaviours: Behaviours) -> tuple[Diagnostic, ...]:
    """Say when programs of a version are not followed, and so shown as at another."""
    if behaviours.is_exact:
        return ()
    first = _first_line()
    return (
        Diagnostic(
            Severity.UNSURE,
            "version-for-dumps",
            f"Before Kafka Streams {first}, describe() texts are read, and programs are not followed.",
            f"It is shown as at {first}; at {behaviours.version}, names, numbers and sub-topologies may differ.",
            next_step=f"Paste what describe() prints at {behaviours.version}, or choose {first} or a later version.",
        ),
    )


def _first_line() -> str:
    return f"{FIRST_FOLLOWED.major}.{FIRST_FOLLOWED.minor}"


_REFUSALS: Final = {
    RefusedBy.KAFKA_STREAMS: "Kafka Streams of this version would refuse this program",
    RefusedBy.COMPILER: "A compiler would refuse this program with this version of Kafka Streams",
    RefusedBy.PROGRAM: "The program would end here itself",
}


def refusals(topologies: tuple[AnalyzedTopology, ...], behaviours: Behaviours) -> tuple[Diagnostic, ...]:
    return tuple(
        Diagnostic(
            Severity.REFUSED,
            "refused",
            _as_sentence(str(topology.refusal)),
            f"{_REFUSALS[topology.refusal.by] if behaviours.is_exact else f'So it would be at {_first_line()}'}; "
            "there is no topology.",
            topology.refused_at.span if topology.refused_at is not None else None,
            _way_out(topology.refusal, topology.taken_by),
        )
        for topology in topologies
        if topology.refusal is not None
    )


def _way_out(refusal: Refusal, taken_by: OtherVersion | None) -> str:
    if refusal.code is Why.DOES_NOT_COMPILE:
        return "Choose a version that has it."
    return "" if taken_by is None else str(taken_by)


def open_refusals(topologies: tuple[AnalyzedTopology, ...]) -> tuple[Diagnostic, ...]:
    """Say where Kafka Streams refuses for one of several reasons, in an order that differs from run to run."""
    return tuple(
        Diagnostic(
            Severity.UNSURE,
            "refusal-order",
            "Several merge() nodes take over repartitions, in the order of an identity hash map.",
            "Which node the message names differs from run to run.",
            topology.refused_at.span if topology.refused_at is not None else None,
        )
        for topology in topologies
        if topology.refusal is not None and topology.refusal.is_one_of_several
    )


def _as_sentence(words: str) -> str:
    """End with a stop: what exceptions say ends with one or does not."""
    return words if words.endswith((".", "!", "?")) else f"{words}."


def caught_refusals(topologies: tuple[AnalyzedTopology, ...]) -> tuple[Diagnostic, ...]:
    """Say where the program catches a refusal that is found only when its topology is put together."""
    return tuple(
        Diagnostic(
            Severity.UNSURE,
            "caught-refusal",
            "The program catches what Kafka Streams throws here.",
            "What it does then is not followed: there may be a topology after all.",
            topology.refused_at.span if topology.refused_at is not None else None,
        )
        for topology in topologies
        if topology.refusal is not None and topology.is_guarded
    )


def not_read_yet(language: Language, span: Span | None = None) -> Diagnostic:
    """Say that a language is not read, and what to give instead."""
    name = language.value.capitalize()
    return Diagnostic(
        Severity.UNREADABLE,
        "language",
        f"This looks like {name}, which topoviz does not read.",
        "There is nothing to show of it.",
        span,
        next_step="Let the program print `println(builder.build().describe())` and paste what it prints. "
        "If the text is Java or Kotlin, choose that language.",
    )


def nothing_found(interpretation: Interpretation) -> Diagnostic:
    if interpretation.not_started:
        return Diagnostic(
            Severity.UNSURE,
            "nothing-started",
            "Nothing in these files starts a topology.",
            "Those that are shown would have to be called from elsewhere, or are switched off.",
            next_step="Paste the code that starts them, or set what switches them off.",
        )
    if interpretation.ledger.entries:
        return Diagnostic(
            Severity.UNSURE,
            "no-topology",
            "The text calls Kafka Streams, but nothing that was followed makes a StreamsBuilder or a Topology.",
            "There is no topology to show.",
            next_step="Paste the code that makes the builder and calls these methods too.",
        )
    return Diagnostic(
        Severity.UNREADABLE,
        "no-kafka-streams",
        "The text has no call of the Kafka Streams DSL or Processor API.",
        "There is nothing to show.",
        next_step="Paste code that uses a StreamsBuilder or a Topology, or the text of Topology.describe().",
    )
