"""A view as Markdown for a pull request or a README: a heading, a sentence and the diagram as Mermaid.

Of a topology that is shown as its overview, each sub-topology stands below it, folded away. The user's names stand in
code spans, where GitHub looks neither for markup nor for people to notify.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape as escape_html
from typing import Final

from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.rendering.forms.flowchart import Flowchart, length
from topoviz.rendering.forms.markdown_text import code_span, escape
from topoviz.rendering.forms.mermaid import fitting
from topoviz.rendering.topology_picture import scene_of
from topoviz.rendering.views import View, ViewName
from topoviz.rendering.words import counted

MOST_IN_A_COMMENT: Final = 65_536
"""Characters that GitHub takes in a comment or in the text of a pull request."""

_RESERVED: Final = 600
"""Characters of the sentence that says what is not shown."""

_LEAST: Final = 3_000
"""Characters with which a part of a sub-topology is still worth showing."""

_REASON: Final = f"GitHub takes at most {MOST_IN_A_COMMENT:,} characters in a comment."
_MOST_NAMED: Final = 12
_WHOLE_TOPOLOGY: Final = frozenset({ViewName.TOPOLOGY, ViewName.OVERVIEW})


def to_markdown(analyzed: AnalyzedTopology, view: View) -> str:
    """Write a view as Markdown that GitHub takes as a comment; what is not shown is said.

    Raises Undrawable when there is no such view.
    """
    found = fitting(analyzed, view)
    head = under_heading(found, analyzed.name)
    if view.name not in _WHOLE_TOPOLOGY or not found.is_overview:
        return head
    room = MOST_IN_A_COMMENT - length(head) - _RESERVED
    parts = _parts(analyzed, view, room)
    missing = [group for group in analyzed.groups if group.id not in parts]
    return "\n".join((head, *parts.values(), *_not_shown(missing)))


def under_heading(found: Flowchart, name: str) -> str:
    """Write a flowchart below the name of its topology and a sentence."""
    chart = found.chart
    return "\n".join((
        f"## {code_span(name)}", "", f"{escape(chart.title)}: {escape(chart.description)}", "", _fenced(found.text)
    ))  # fmt: skip


def _fenced(text: str) -> str:
    return f"```mermaid\n{text}```\n"


def _parts(analyzed: AnalyzedTopology, view: View, room: int) -> Mapping[int, str]:
    """Write as many sub-topologies as there is room for, the small ones first; in order, by number."""
    scene = scene_of(analyzed)
    views = {group.id: View(ViewName.SUB_TOPOLOGY, group.id, is_whole=view.is_whole) for group in analyzed.groups}
    texts = {number: fitting(analyzed, own).text for number, own in views.items()}
    found: dict[int, str] = {}
    for group in sorted(analyzed.groups, key=lambda group: (length(texts[group.id]), group.id)):
        title = f"{scene.group_title(group)} · {counted(len(group.nodes), 'node')}"
        frame = _details(title, "")
        left = room - length(frame) - sum(length(part) + 1 for part in found.values())
        if length(texts[group.id]) <= left:
            found[group.id] = _details(title, texts[group.id])
        elif left >= _LEAST:
            found[group.id] = _details(title, fitting(analyzed, views[group.id], left, _REASON).text)
    return {number: found[number] for number in views if number in found}


def _details(title: str, text: str) -> str:
    return f"<details>\n<summary>{escape_html(title)}</summary>\n\n{_fenced(text)}\n</details>\n"


def _not_shown(groups: Sequence[NodeGroup]) -> Iterator[str]:
    if not groups:
        return
    named = ", ".join(str(group.id) for group in groups[:_MOST_NAMED])
    more = f" and {len(groups) - _MOST_NAMED} more" if len(groups) > _MOST_NAMED else ""
    said = f"Sub-topology {named} is" if len(groups) == 1 else f"Sub-topologies {named}{more} are"
    yield f"{said} not shown. {_REASON}\n"
