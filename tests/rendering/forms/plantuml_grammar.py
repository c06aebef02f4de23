"""Reads the PlantUML that we write, and nothing else: whatever is not a statement of ours is an error."""

import re
from dataclasses import dataclass, field

_TEXT = r"(?:[^\W_]|[ .,\-_()+?:·×…→−]|<U\+[0-9A-F]{4,6}>)*"
_LABEL = rf'"({_TEXT}(?:\\n{_TEXT})*)"'
_COLOURS = r"#[0-9a-f]{6};line:[0-9a-f]{6};text:[0-9a-f]{6}(?:;line\.(?:dashed|bold))?"
_STATEMENTS = {
    "bounds": r"@startuml|@enduml",
    "look": r"skinparam \w+ \w+",
    "title": rf'title "{_TEXT}"',
    "legend": r"legend top left|end legend",
    "frame": rf"rectangle {_LABEL} as (\w+) {_COLOURS} \{{",
    "end": r"\}",
    "node": rf"(?:  )?(?:rectangle|queue|database) {_LABEL} as (\w+) {_COLOURS}",
    "edge": r"(\w+) (-->|\.\.) (\w+)",
    "note": _TEXT,
}


@dataclass
class Diagram:
    """What stands in a diagram: the lines of nodes and titles of frames by id, edges, and lines of notes."""

    nodes: dict[str, list[str]] = field(default_factory=dict)
    frames: dict[str, str] = field(default_factory=dict)
    edges: list[tuple[str, str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read(text):
    """Read a diagram; a ValueError names the first line that is no statement of ours."""
    lines, diagram, is_noting = text.splitlines(), Diagram(), False
    if lines[0] != "@startuml" or lines[-1] != "@enduml" or len({*lines} & {"@startuml", "@enduml"}) != 2:
        raise ValueError("it does not begin and end as it should")
    for line in lines:
        what, found = _statement(line)
        match what:
            case "node":
                diagram.nodes[found[2]] = [shown(part) for part in found[1].split("\\n")]
            case "frame":
                diagram.frames[found[2]] = shown(found[1])
            case "edge":
                diagram.edges.append(found.groups())
            case "legend":
                is_noting = not is_noting
            case "note" if not is_noting:
                raise ValueError(line)
            case "note":
                diagram.notes.append(shown(line))
    return diagram


def shown(label):
    """Give what a reader sees of a label."""
    return (
        re.sub(r"<U\+(\w+)>", lambda found: chr(int(found[1], 16)), label).replace("\u200b", "").replace("\u00a0", "")
    )


def _statement(line):
    for what, pattern in _STATEMENTS.items():
        if found := re.fullmatch(pattern, line):
            return what, found
    raise ValueError(line)
