"""Reads the Mermaid that we write, and nothing else: whatever is not a statement of ours is an error."""

import re
from dataclasses import dataclass, field

_TEXT = r"(?:[^\W_]|[ .,\-()/=+?·×…→−]|#\d{1,7};)*"
_LABEL = rf'"({_TEXT}(?:<br/>{_TEXT})*)"'
_STATEMENTS = {
    "settings": r'%%\{init: \{"flowchart": \{[\w":, {}]*\}\}\}%%',
    "head": r"flowchart TD",
    "comment": rf"  %% {_TEXT}",
    "title": rf"  acc(?:Title|Descr): {_TEXT}",
    "frame": rf"  subgraph (\w+)\[{_LABEL}\]",
    "end": r"  end",
    "direction": r"    direction TB",
    "node": rf"  (?:  )?(\w+)(?:\(|\[|>|\[\(){_LABEL}(?:\)|\]|\)\])",
    "edge": r"  (\w+) (-->|-\.-) (\w+)",
    "order": r"  \w+ ~~~ \w+",
    "class": r"  classDef \w+ [\w:#,.\- ]+",
    "members": r"  class (\w+(?:,\w+)*) \w+",
}


@dataclass
class Flowchart:
    """What stands in a chart: the lines of nodes and titles of frames by id, and edges."""

    nodes: dict[str, list[str]] = field(default_factory=dict)
    frames: dict[str, str] = field(default_factory=dict)
    edges: list[tuple[str, str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


def read(text):
    """Read a chart; a ValueError names the first line that is no statement of ours."""
    chart, depth = Flowchart(), 0
    for line in text.removesuffix("\n").split("\n"):
        what, found = _statement(line)
        match what:
            case "node":
                assert found[1] not in chart.nodes, found[1]
                chart.nodes[found[1]] = shown(found[2]).split("\n")
            case "frame":
                chart.frames[found[1]] = shown(found[2])
                depth += 1
            case "end":
                depth -= 1
            case "edge":
                chart.edges.append(found.groups())
            case "comment":
                chart.comments.append(shown(line[5:]))
    if depth or any({tail, head} - chart.nodes.keys() for tail, _, head in chart.edges):
        raise ValueError("a frame that has no end, or an edge without a node")
    return chart


def shown(label):
    """Give what a reader sees of a label."""
    return (
        re.sub(r"#(\d+);", lambda found: chr(int(found[1])), label.replace("<br/>", "\n"))
        .replace("\u200b", "")
        .replace("\u00a0", "")
    )


def _statement(line):
    for what, pattern in _STATEMENTS.items():
        if found := re.fullmatch(pattern, line):
            return what, found
    raise ValueError(line)
