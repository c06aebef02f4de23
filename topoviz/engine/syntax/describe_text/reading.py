"""Read the texts of Topology#describe(): cut a text into lines, read them one by one, hold them against each other.

The canonical text is read to the byte. Around it and inside it may stand what logs, documentation, string literals and
comments add. A line that stands between the lines of a dump and cannot be read is never passed over in silence: it ends
as a diagnostic. Every line is looked at once, and each step on a line costs what the line is long.

Kafka: TopologyDescription and its inner classes in InternalTopologyBuilder; 1.x printed nodes on one line each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from topoviz.engine.description import Description
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import SourceFile, Span
from topoviz.engine.syntax.collecting import without_collecting
from topoviz.engine.syntax.describe_text.blocks import Dump, describe
from topoviz.engine.syntax.describe_text.checks import check
from topoviz.engine.syntax.describe_text.findings import WHOLE, Findings, in_text_order
from topoviz.engine.syntax.describe_text.loggers import forget_endings, forget_loggers
from topoviz.engine.syntax.describe_text.losses import find_losses, say_empty
from topoviz.engine.syntax.describe_text.margins import without_margins
from topoviz.engine.syntax.describe_text.numbering import numbered
from topoviz.engine.syntax.describe_text.pieces import pieces
from topoviz.engine.syntax.describe_text.reader import Reader
from topoviz.engine.syntax.describe_text.wrapped import Wrapping

MOST_DUMPS: Final = 50
"""How many dumps of one text are shown."""

_GLANCE: Final = re.compile(r"opolog(?:ies:|y: |y - )|(?:Source|Processor|Sink):")
_NOT_LINE_END: Final = re.compile(rb"[^\r\n]")
_EMPTY: Final = "Topologies:\n "


@dataclass(frozen=True, slots=True)
class ReadDump:
    """A dump of a text: what it describes, where it begins, and its name if a line says one.

    `lines` are the places of its lines, unless they are literals of a program. Without a line of its own that says what
    it is, the first line or a heading, a dump may be something else.
    """

    description: Description
    span: Span
    name: str = ""
    lines: tuple[Span, ...] = ()
    has_heading: bool = True


def may_hold_dumps(text: str) -> bool:
    """Tell at a glance whether it is worth while to read a text for dumps."""
    return _GLANCE.search(text) is not None


def blank_dumps(file: SourceFile, dumps: Iterable[ReadDump]) -> SourceFile:
    """Put blanks in the place of the lines of dumps; those that begin or end a comment stay."""
    spans = [span for dump in dumps for span in dump.lines]
    if not spans:
        return file
    data = bytearray(file.data)
    for span in spans:
        line = data[span.start : span.end]
        if b"*/" not in line and b"/*" not in line:
            is_one = b"\n" not in line and b"\r" not in line
            data[span.start : span.end] = b" " * len(line) if is_one else _NOT_LINE_END.sub(b" ", line)
    return SourceFile(file.name, data.decode("utf-8", errors="replace"))


def read_dumps(file: SourceFile, file_id: int) -> tuple[tuple[ReadDump, ...], tuple[Diagnostic, ...]]:
    """Read all dumps of a text; none when there is not one line of a dump.

    The diagnostics are in the order of the text; UNSURE ones say what may be missing or wrong in the descriptions.
    """
    with without_collecting():
        return _read_dumps(file, file_id)


def _read_dumps(file: SourceFile, file_id: int) -> tuple[tuple[ReadDump, ...], tuple[Diagnostic, ...]]:
    lines = without_margins(list(pieces(file.text)))
    reader = Reader(file_id, Wrapping(lines))
    for piece in lines:
        reader.read(piece)
    reader.finish()
    findings = reader.findings
    if not reader.dumps:
        return (), (_nothing_found(file, file_id),)
    found = _different([_finished(dump, findings) for dump in _with_nodes(reader.dumps, file, findings)], findings)
    if len(found) > MOST_DUMPS:
        findings.unsure(
            "several-dumps",
            f"The text holds more than {MOST_DUMPS} dumps.",
            "From here on none is shown.",
            found[MOST_DUMPS].span,
            "Remove those that you do not need.",
        )
        found = found[:MOST_DUMPS]
    _say_what_dumps_lack(found, findings)
    return tuple(found), in_text_order(findings.diagnostics)


def _with_nodes(dumps: list[Dump], file: SourceFile, findings: Findings) -> list[Dump]:
    """Leave out dumps of which only the first line is there, unless there is no other; say so of each."""
    if file.text.startswith(_EMPTY) and not file.text.removeprefix(_EMPTY).strip():
        return dumps
    for dump in dumps:
        # A page may have such a line for a title, above that of the dump.
        if not dump.groups and dump.headers:
            say_empty(dump.headers[-1], findings)
    return [dump for dump in dumps if dump.groups] or dumps[:1]


def _finished(dump: Dump, findings: Findings) -> ReadDump:
    groups = numbered(dump.groups, findings)
    forget_loggers(groups)
    forget_endings(groups)
    check(groups, findings)
    find_losses(dump, groups, findings)
    return ReadDump(
        Description(tuple(describe(group) for group in groups)),
        dump.span,
        dump.name,
        tuple(dump.lines),
        bool(dump.headers or dump.ids),
    )


def _different(dumps: Iterable[ReadDump], findings: Findings) -> list[ReadDump]:
    """Keep one of several that say the same, as the log of an application that was started again has them."""
    found: dict[tuple[str, Description], ReadDump] = {}
    for dump in dumps:
        if (dump.name, dump.description) in found:
            findings.note("same-dump", "This dump says the same as one before it.", "It is shown once.", dump.span)
        found.setdefault((dump.name, dump.description), dump)
    return list(found.values())


def _nothing_found(file: SourceFile, file_id: int) -> Diagnostic:
    if not file.text.strip("\ufeff \t\r\n"):
        reason = "The text is empty."
    else:
        reason = "The text has no line that Topology.describe() prints."
    return Diagnostic(
        Severity.UNREADABLE,
        "no-dump",
        reason,
        "There is nothing to show.",
        Span(file_id, 0, len(file.data)),
        "Paste the whole text that Topology.describe() gives; it begins with “Topologies:”.",
    )


def _say_what_dumps_lack(dumps: list[ReadDump], findings: Findings) -> None:
    """Say once what no dump holds, if it concerns these."""
    groups = [group for dump in dumps for group in dump.description.groups]
    if not groups and "empty-dump" not in findings.counts:
        findings.note(
            "empty-dump",
            "The dump has no sub-topology.",
            "There is nothing to draw; if the application has nodes, the dump is cut off after its first line.",
            next_step=WHOLE,
        )
    elif any(node.stores or node.kind == "Sink" for group in groups for node in group.nodes):
        findings.note(
            "not-in-a-dump",
            "describe() prints no partition counts, no copartition groups, no kinds of state stores, and not which "
            "stores are logged or restore from a source topic.",
            "What depends on these is not known here; repartition topics and joins are known by the names of nodes.",
            next_step="Paste the code of the application to see them.",
        )
