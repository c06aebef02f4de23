"""Read the text of Topology#describe(): cut it into lines, read them one by one, hold what they say against each other.

The canonical text is read to the byte. Around it and inside it may stand what logs, documentation, string literals and
comments add. A line that stands between the lines of a dump and cannot be read is never passed over in silence: it ends
as a diagnostic. Every line is looked at once, and each step on a line costs what the line is long.

Kafka: TopologyDescription and its inner classes in InternalTopologyBuilder; 1.x printed nodes on one line each.
"""

from __future__ import annotations

from topoviz.engine.description import Description
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import SourceFile, Span
from topoviz.engine.syntax.describe_text.blocks import describe
from topoviz.engine.syntax.describe_text.checks import check
from topoviz.engine.syntax.describe_text.findings import WHOLE, Findings, in_text_order
from topoviz.engine.syntax.describe_text.numbering import numbered
from topoviz.engine.syntax.describe_text.pieces import pieces
from topoviz.engine.syntax.describe_text.reader import Reader


def read_description(file: SourceFile, file_id: int) -> tuple[Description | None, tuple[Diagnostic, ...]]:
    """Read the first dump of a text; no description when there is not one line of a dump.

    The diagnostics are in the order of the text; UNSURE ones say what may be missing or wrong in the description.
    """
    reader = Reader(file_id)
    for piece in pieces(file.text):
        reader.read(piece)
    reader.finish()
    if not reader.has_begun:
        return None, (_nothing_found(file, file_id),)
    groups = numbered(reader.groups, reader.findings)
    check(groups, reader.findings)
    description = Description(tuple(describe(group) for group in groups))
    _say_what_dumps_lack(description, reader.findings)
    return description, in_text_order(reader.findings.diagnostics)


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


def _say_what_dumps_lack(description: Description, findings: Findings) -> None:
    """Say once what no dump holds, if it concerns this one."""
    if not description.groups:
        findings.note(
            "empty-dump",
            "The dump has no sub-topology.",
            "There is nothing to draw; if the application has nodes, the dump is cut off behind its first line.",
            next_step=WHOLE,
        )
    elif any(node.stores or node.kind == "Sink" for group in description.groups for node in group.nodes):
        findings.note(
            "not-in-a-dump",
            "describe() prints no partition counts, no copartition groups, no kinds of state stores, and not which "
            "stores are logged or restore from a source topic.",
            "What depends on these is not known here; repartition topics are told by their names.",
            next_step="Paste the code of the application to see them.",
        )
