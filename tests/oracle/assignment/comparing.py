"""The verb `assign compare`: hold the engine against the real classes at every release whose code is like no other's.

What decides who gets which task are the assignors, the leader's step, and what both are made of. A release whose code
equals that of a recorded one, or of one at which made-up clusters were compared, is held by that one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.oracle.assignment.library import ASSIGNMENT_VERSIONS, FIRST_WITH_STREAMS_GROUPS
from tests.oracle.sources import deciding_codes, held_by
from tests.oracle.versions import version_triple
from topoviz.engine.assignment.compared import COMPARED
from topoviz.engine.versions import NOT_HELD, all_releases

FACTS: Final = Path(__file__).with_name("releases.txt")
"""Of every release the sign of its code, and how many made-up clusters were compared."""

_HEADING: Final = (
    f"# release; sign of the code that decides who gets which task, {NOT_HELD} where its sources are not public;\n"
    "# made-up clusters that were compared with its assignors, and with its leader's whole step; their seed\n"
)
_STREAMS: Final = "org/apache/kafka/streams/processor"
_DECIDES: Final = re.compile(
    rf"{_STREAMS}/("
    r"internals/(StreamsPartitionAssignor|PartitionGrouper|ChangelogTopics|RepartitionTopics|TopologyMetadata)"
    r"|internals/assignment/\w+"
    r"|assignment/(\w+/)*\w+"
    r"|TaskId|PartitionGrouper|DefaultPartitionGrouper"
    r")\.java"
    r"|org/apache/kafka/common/TopicPartition\.java"
    r"|org/apache/kafka/coordinator/group/streams/(assignor/\w+|CurrentAssignmentBuilder)\.java"
)


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of a release."""

    release: str
    sign: str
    by_assignors: int = 0
    by_leader: int = 0
    seed: int = 0

    @property
    def is_compared(self) -> bool:
        """Whether made-up clusters were compared with both."""
        return self.by_assignors > 0 and self.by_leader > 0


def read_facts(text: str) -> dict[str, Fact]:
    """Read the table of facts, by release."""
    rows = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {row[0]: Fact(row[0], row[1], *map(int, row[2:])) for row in rows}


def write_facts(facts: Mapping[str, Fact]) -> None:
    """Write the table of facts, and from it the engine's table of what was compared."""
    lines = (f"{one.release} {one.sign} {one.by_assignors} {one.by_leader} {one.seed}\n" for one in facts.values())
    FACTS.write_text(_HEADING + "".join(lines), encoding="utf-8")
    COMPARED.write_text(compared_table(facts), encoding="utf-8")


def compared_table(facts: Mapping[str, Fact]) -> str:
    """Give the engine's table: for every release the one whose classes were asked and whose code is the same."""
    lines = (f"{release} {asked}\n" for release, asked in asked_for(facts).items())
    heading = f"# release, and the one of equal code whose assignors and leader were asked; {NOT_HELD} where none was\n"
    return heading + "".join(lines)


def asked_for(facts: Mapping[str, Fact]) -> dict[str, str]:
    """Give for every release the one whose classes were asked and whose code is the same; itself, where it was."""
    asked = [one.release for one in facts.values() if one.release in ASSIGNMENT_VERSIONS or one.is_compared]
    codes = {one.release: {} if one.sign == NOT_HELD else {"": one.sign} for one in facts.values()}
    return held_by(codes, asked)


def decides(path: str) -> bool:
    """Tell whether a source file decides about who gets which task."""
    return _DECIDES.fullmatch(path) is not None


def signs() -> dict[str, str]:
    """Give the sign of each release's code."""

    def artifacts(release: str) -> tuple[str, ...]:
        has_groups = version_triple(release) >= FIRST_WITH_STREAMS_GROUPS
        return ("kafka-streams", "kafka-clients", *(("kafka-group-coordinator",) if has_groups else ()))

    return {release: _sign(code) for release, code in deciding_codes(all_releases(), artifacts, decides).items()}


def _sign(code: Mapping[str, str]) -> str:
    if not code:
        return NOT_HELD
    return sha256("\n".join(f"{path}\n{text}" for path, text in sorted(code.items())).encode()).hexdigest()[:12]


def compare(count: int, seed: int, differs: Callable[[str, str], bool]) -> Iterator[str]:
    """Compare so many clusters at every release that no other holds; tells of each what came out.

    `differs` asks about made-up clusters at a version and a level, and tells whether any differs. Counts of releases
    whose code is as it was stay.
    """
    before = read_facts(FACTS.read_text(encoding="utf-8")) if FACTS.exists() else {}
    facts = {release: Fact(release, sign) for release, sign in signs().items()}
    for release, fact in before.items():
        if release in facts and facts[release].sign == fact.sign:
            facts[release] = fact
    write_facts(facts)
    # The newest of those that are alike stands for the others.
    for release in reversed(tuple(facts)):
        if asked_for(facts)[release] != NOT_HELD:
            continue
        try:
            found = [level for level in ("assignor", "leader") if differs(release, level)]
        except Exception as error:  # noqa: BLE001 - the harness of its era may not fit; the others are asked all the same
            yield f"{release}: not compared: {error}"
            continue
        if not found:
            facts[release] = replace(facts[release], by_assignors=count, by_leader=count, seed=seed)
            write_facts(facts)
            yield f"{release}: {count} clusters at each level are the same"
        else:
            yield f"{release}: differs ({', '.join(found)})"
