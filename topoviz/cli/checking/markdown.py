"""The summary that reviewers read: at most 60 lines of Markdown, with the changed part as a Mermaid picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.cli.checking.report import Checked, Report, sizes
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import Bundle
from topoviz.rendering.changes.markdown import MOST_IN_A_COMMENT, MOST_LINES, change_to_markdown, packed
from topoviz.rendering.forms.flowchart import MOST_CHARACTERS, length
from topoviz.rendering.forms.markdown_text import code_span, cut, escape, sentence_with_code
from topoviz.rendering.forms.mermaid import fitting
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.views import View, ViewName
from topoviz.rendering.words import counted

_MOST_DOUBTS: Final = 3
_MOST_NOTES: Final = 4
_MOST_TOPOLOGIES: Final = 10
_LONGEST: Final = 300
"""Characters of a sentence."""
_BELOW: Final = 2 * (_MOST_DOUBTS + _MOST_NOTES) + 4
"""Lines that may stand below a change at most."""


def to_markdown(report: Report) -> str:
    """Write it; whatever was checked, GitHub and GitLab take it as a comment."""
    below = list(_below(report))
    if report.trouble:
        above = [f"### {escape(_cut(report.trouble))}", ""]
    elif report.reported:
        room = MOST_IN_A_COMMENT - length("\n".join(below)) - 2
        above = [*change_to_markdown(report.reported, MOST_LINES - len(below) - 1, room).rstrip("\n").splitlines(), ""]
    else:
        above = list(_alone(report))
    text = "\n".join((*above, *below)).rstrip("\n") + "\n"
    assert text.count("\n") <= MOST_LINES, "what stands below has its room"
    return text


def _alone(report: Report) -> Iterator[str]:
    """Show what there is where nothing is compared: a table, and the picture of the only topology."""
    is_refused = any(one.topology.topology is None for one in report.checked)
    many = counted(len(report.checked), "topology")
    yield f"### {'Kafka Streams refuses the program' if is_refused else many}"
    yield ""
    yield "| Topology | Nodes | Sub-topologies | State stores | Repartition topics |"
    yield "|---|---:|---:|---:|---:|"
    for one in report.checked[:_MOST_TOPOLOGIES]:
        yield f"| {' | '.join((_in_table(one.topology.name), *_cells(one)))} |"
    yield ""
    if len(report.checked) > _MOST_TOPOLOGIES:
        yield f"and {len(report.checked) - _MOST_TOPOLOGIES} more."
        yield ""
    for one in report.checked[:_MOST_TOPOLOGIES]:
        if one.topology.refusal is not None:
            yield f"- {escape(_cut(str(one.topology.refusal)))}"
            yield ""
    if len(report.checked) == 1:
        yield from _picture(report.checked[0])


def _cells(one: Checked) -> Iterator[str]:
    if one.topology.topology is None:
        yield from ("refused", "", "", "")
        return
    yield from (f"{number:,}" for number, _ in sizes(one.topology))


def _picture(one: Checked) -> Iterator[str]:
    if one.topology.topology is None:
        return
    try:
        found = fitting(one.topology, View(ViewName.TOPOLOGY))
    except Undrawable:
        return
    text = packed(found.text)
    if length(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES - _BELOW - 12:
        return
    yield from ("<details open>", f"<summary>{escape(found.chart.title)}</summary>", "", "```mermaid")
    yield from text.splitlines()
    yield from ("```", "", "</details>", "")


def _below(report: Report) -> Iterator[str]:
    doubts = [one for one in report.diagnostics if one.severity is not Severity.NOTE]
    if doubts and report.analysis is not None:
        if not report.trouble:
            yield f"Not certain in the new version: {counted(len(doubts), 'place')}."
            yield ""
        yield from (_doubt(one, report.analysis.submission.bundle) for one in doubts[:_MOST_DOUBTS])
        if len(doubts) > _MOST_DOUBTS:
            yield f"- and {len(doubts) - _MOST_DOUBTS} more"
        yield ""
    yield from (f"- {escape(_cut(one))}" for one in report.notes[:_MOST_NOTES])
    if len(report.notes) > _MOST_NOTES:
        yield f"- and {len(report.notes) - _MOST_NOTES} more like these"
    if report.notes:
        yield ""
    said = [f"Compared with {code_span(report.compared_with)}."] if report.compared_with else []
    if report.revision:
        said.append(f"[The whole of it, with pictures]({report.revision})")
    if said:
        yield " ".join(said)


def _doubt(one: Diagnostic, bundle: Bundle) -> str:
    place = ""
    if one.span is not None:
        file, position = bundle.position_of(one.span)
        place = f"{code_span(f'{file}:{position.line}')}: "
    return f"- {place}{sentence_with_code(_cut(one.reason))}"


def _in_table(name: str) -> str:
    # A bar would end the cell, also inside of code.
    return code_span(_cut(name)).replace("|", "\\|")


def _cut(text: str) -> str:
    return cut(text, _LONGEST)
