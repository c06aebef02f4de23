"""The topologies that the dumps of a submission show, alone or beside code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.optimizer.config import Optimization
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Bundle, Origin, SourceFile, says_nothing
from topoviz.engine.submission import Submission
from topoviz.engine.syntax.build_files import is_build_file
from topoviz.engine.syntax.configuration import name_as_configuration
from topoviz.engine.syntax.describe_text import SAY_THAT_PARTS_ARE_MISSING, DumpFile, ReadDump, blank_dumps
from topoviz.engine.topology.meetings import find_meetings
from topoviz.engine.topology.nodes import SourceNode, Topology
from topoviz.engine.topology.rebuild import dumped_groups, rebuild
from topoviz.engine.versions import Behaviours


def read_topologies(
    submission: Submission, texts: Iterable[DumpFile]
) -> tuple[tuple[AnalyzedTopology, ...], tuple[Diagnostic, ...]]:
    """Read every file for dumps; one that has none is told."""
    topologies: list[AnalyzedTopology] = []
    diagnostics: list[Diagnostic] = []
    for text in texts:
        if is_build_file(text.file):
            continue
        dumps, found = text.read
        diagnostics.extend(found)
        topologies.extend(_all_dumped(dumps, found, text.file, submission, is_alone=len(dumps) == 1))
    return _told_apart(topologies), tuple(diagnostics)


def read_topologies_beside_code(
    submission: Submission, texts: Iterable[DumpFile]
) -> tuple[tuple[AnalyzedTopology, ...], tuple[Diagnostic, ...]]:
    """Read the dumps in texts that hold code too: in comments, literals and on pages."""
    topologies: list[AnalyzedTopology] = []
    diagnostics: list[Diagnostic] = []
    for text in texts:
        dumps, found = _dumps_beside_code(text)
        if dumps:
            diagnostics.extend(one for one in found if one.code != "text-around-dump")
            topologies.extend(_all_dumped(dumps, found, text.file, submission, is_alone=False))
    return _told_apart(topologies), tuple(diagnostics)


def with_copartitioning(topologies: Iterable[AnalyzedTopology], behaviours: Behaviours) -> tuple[AnalyzedTopology, ...]:
    """Add the copartition groups that a version of Kafka Streams surely has for topologies of dumps."""
    return tuple(
        replace(one, topology=replace(one.topology, copartition_groups=_sure_groups(one, behaviours)))
        if one.topology is not None
        else one
        for one in topologies
    )


def _sure_groups(analyzed: AnalyzedTopology, behaviours: Behaviours) -> tuple[tuple[str, ...], ...]:
    assert analyzed.topology is not None
    repartition_topics = analyzed.topology.repartition_topics
    return tuple(
        dict.fromkeys(
            meeting.sources
            for meeting in find_meetings(analyzed.topology, analyzed.groups)
            # Before KAFKA-10454, merging repartition topics made Kafka Streams forget that they are joined.
            if meeting.is_certain
            and (
                behaviours.has("renames_copartition_sources")
                or not any(topic in repartition_topics for topic in meeting.topics)
            )
        )
    )


def without_dumps(submission: Submission, texts: Iterable[DumpFile]) -> Submission:
    """Leave out the lines of dumps that stand in a text as they are, so that nobody takes them for code."""
    files = tuple(blank_dumps(text.file, _dumps_beside_code(text)[0]) for text in texts)
    return replace(submission, bundle=Bundle(files))


def _dumps_beside_code(text: DumpFile) -> tuple[tuple[ReadDump, ...], tuple[Diagnostic, ...]]:
    """Give the dumps that have a node; what merely looks like the first line of one is code."""
    if name_as_configuration(text.file) is not None or is_build_file(text.file):
        return (), ()
    dumps, found = text.read_if_likely
    whole = tuple(one for one in dumps if one.has_heading and any(group.nodes for group in one.description.groups))
    return whole, found if whole else ()


def _all_dumped(
    dumps: Sequence[ReadDump], found: Iterable[Diagnostic], file: SourceFile, submission: Submission, *, is_alone: bool
) -> Iterator[AnalyzedTopology]:
    """Give the topologies of the dumps of a file; what was found out belongs to the dump that begins before it."""
    lacks = [one.span for one in found if one.code in SAY_THAT_PARTS_ARE_MISSING and one.span is not None]
    nexts = [dump.span.start for dump in dumps[1:]]
    for place, dump in enumerate(dumps):
        end = nexts[place] if place < len(nexts) else len(file.data) + 1
        is_cut = any(dump.span.start <= span.start < end for span in lacks)
        yield replace(_dumped(dump, file, submission, is_alone=is_alone), is_cut=is_cut)


def _dumped(dump: ReadDump, file: SourceFile, submission: Submission, *, is_alone: bool) -> AnalyzedTopology:
    """Give the topology that a dump shows; where there are several in a file, each is named after its line.

    In a file whose name says nothing it is named after what it reads.
    """
    place = file.name if is_alone else f"{file.name}:{file.position(dump.span.start).line}"
    topology = rebuild(dump.description)
    reads = _first_read(topology) if says_nothing(file.name) else ""
    return AnalyzedTopology(
        dump.name or reads or place,
        Optimization("as dumped", frozenset()),
        topology=topology,
        groups=dumped_groups(dump.description),
        description=dump.description,
        made_at=None if is_alone else Origin(dump.span),
        application_id=submission.settings.application_id,
        is_dump=True,
    )


def _first_read(topology: Topology) -> str:
    """Say which topic a topology reads first, of a global store only if there is no other; nothing if it names none."""
    sources = [node for node in topology.nodes if isinstance(node, SourceNode)]
    read = [name for one in sources for name in (*one.topics, one.pattern) if name]
    names = sorted(
        (name for name in read if name not in topology.repartition_topics), key=topology.global_topics.__contains__
    )
    return f"Reads {names[0]}" if names else ""


def _told_apart(topologies: list[AnalyzedTopology]) -> tuple[AnalyzedTopology, ...]:
    """Number those that have the same name, in the order of the text."""
    counts, met = Counter(one.name for one in topologies), Counter[str]()
    named = []
    for one in topologies:
        met[one.name] += 1
        named.append(replace(one, name=f"{one.name} ({met[one.name]})") if counts[one.name] > 1 else one)
    return tuple(named)
