"""What was seen of a deployment, look by look, as a value and as a text.

A look is what a group, its topics and its stores were like at a moment:

    -- new, started
    | member new RUNNING 0_0 0_1
    | store counts a=2 b=1
    | topic app-counts-changelog 2 partitions, 2 rows

`member` is followed by its state and its active tasks, below it `died` by the exceptions that ended it; `store` by its
rows in all members, or by `not readable` and the exception; `restored` by the store and the number of records;
`unread` by a topic and the records in it that the group did not read; `wrote` by a topic and what was added to it since
the last look; `leads` by the member that assigned tasks last, `rejoined` by a member that was given what it does not
read and joined the group again and again. The rows of a topic are the keys that have a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.oracle.deployments.deployments import DEPLOYMENTS

RECORDED: Final = DEPLOYMENTS / "recorded"
RUNNING: Final = "RUNNING"
THROWN: Final = "NOT-STARTED"


@dataclass(frozen=True, slots=True)
class Member:
    """One instance: its state, its active tasks, and the exception that ended it, with the causes."""

    state: str
    tasks: tuple[str, ...] = ()
    died: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """An internal topic: its partitions, and how many of its keys have a value."""

    partitions: int
    rows: int


@dataclass(slots=True)
class Look:
    """What things were like at a moment."""

    members: dict[str, Member] = field(default_factory=dict)
    leads: str | None = None
    rejoined: list[str] = field(default_factory=list)
    stores: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)
    restored: dict[str, int] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)
    wrote: dict[str, tuple[str, ...]] = field(default_factory=dict)
    topics: dict[str, Topic] = field(default_factory=dict)

    @property
    def runs(self) -> bool:
        """Tell whether all members run."""
        return all(one.state == RUNNING for one in self.members.values())


Looks = Mapping[str, Look]


def write_seen(title: str, with_what: str, looks: Looks) -> str:
    """Give the text of all looks at a deployment."""
    texts = [f"# {title}\n@ {with_what}\n"]
    texts += ["".join(f"{line}\n" for line in (f"-- {name}", *_lines(look))) for name, look in looks.items()]
    return "\n".join(texts)


def _lines(look: Look) -> Iterator[str]:
    for name, member in look.members.items():
        yield " ".join(("| member", name, member.state, *member.tasks))
        yield from (f"| died {text}" for text in member.died)
    if look.leads is not None:
        yield f"| leads {look.leads}"
    yield from (f"| rejoined {name}" for name in look.rejoined)
    yield from (" ".join(("| store", name, *rows)) for name, rows in look.stores.items())
    yield from (f"| not-readable {name} {text}" for name, text in look.unreadable.items())
    yield from (f"| restored {name} {count}" for name, count in look.restored.items())
    yield from (f"| unread {name} {count}" for name, count in look.unread.items())
    yield from (" ".join(("| wrote", name, *rows)) for name, rows in look.wrote.items())
    yield from (f"| topic {name} {one.partitions} partitions, {one.rows} rows" for name, one in look.topics.items())


def read_seen(group: str) -> dict[str, Looks]:
    """Give what was seen of the deployments of a group, by their titles. Raises ValueError at an unknown line."""
    path = RECORDED / f"{group}.txt"
    found: dict[str, Looks] = {}
    for text in re.split(r"(?m)^(?=# )", path.read_text(encoding="utf-8"))[1:] if path.exists() else ():
        heading, *parts = re.split(r"(?m)^-- ", text)
        title = heading.splitlines()[0].removeprefix("# ")
        found[title] = {lines[0]: _look(lines[1:]) for lines in (part.strip().splitlines() for part in parts)}
    return found


def heading_of(group: str, title: str) -> str:
    """Give with what a deployment was recorded."""
    text = (RECORDED / f"{group}.txt").read_text(encoding="utf-8")
    return text.partition(f"# {title}\n@ ")[2].partition("\n")[0]


def _look(lines: Sequence[str]) -> Look:
    look = Look()
    for line in lines:
        kind, *words = line.removeprefix("| ").split(" ")
        match kind, words:
            case "member", [name, state, *tasks]:
                look.members[name] = Member(state, tuple(tasks))
            case "died", _:
                name, last = list(look.members.items())[-1]
                look.members[name] = Member(last.state, last.tasks, (*last.died, " ".join(words)))
            case "leads", [name]:
                look.leads = name
            case "rejoined", [name]:
                look.rejoined.append(name)
            case "store", [name, *rows]:
                look.stores[name] = tuple(rows)
            case "not-readable", [name, *_]:
                look.unreadable[name] = " ".join(words[1:])
            case "restored", [name, count]:
                look.restored[name] = int(count)
            case "unread", [name, count]:
                look.unread[name] = int(count)
            case "wrote", [name, *rows]:
                look.wrote[name] = tuple(rows)
            case "topic", [name, partitions, _, rows, _]:
                look.topics[name] = Topic(int(partitions), int(rows))
            case _:
                raise ValueError(f"not a line of a look: {line}")
    return look
