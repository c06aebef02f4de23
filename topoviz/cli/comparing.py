"""What commands that compare have in common: how the application runs, and what the exit code says of a change."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Container, Sequence
from typing import Final

from topoviz.cli.changes import FAIL_ON
from topoviz.cli.failure import failing
from topoviz.cli.reading import read_text
from topoviz.cli.sizes import sizes_of
from topoviz.engine.changes.deployed import Asked
from topoviz.engine.changes.deployment import Guarantee, Protocol
from topoviz.engine.changes.finding import Level
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts
from topoviz.rendering.changes.markdown import Reported
from topoviz.rendering.changes.words import level_named
from topoviz.rendering.words import first_of

REFUSED: Final = 1
NOBODY_CAN_TELL: Final = 3
REACHED: Final = 4
_GRAVEST_FIRST: Final = (REFUSED, REACHED, NOBODY_CAN_TELL)
_MOST_NAMED: Final = 8


def asked_of(options: Namespace) -> Asked:
    """Read how the application runs; raises Failure for partition counts or sizes that cannot be read.

    A command that takes no options of the old version asks nothing of it.
    """
    counts = None
    if options.partitions is not None:
        with failing(BadPartitionCounts):
            counts = read_partition_counts(read_text(options.partitions))
    given = vars(options)
    guarantee, guarantee_old = (given.get(name) for name in ("guarantee", "guarantee_old"))
    protocol, protocol_old = (given.get(name) for name in ("protocol", "protocol_old"))
    return Asked(
        options.application_id,
        None if guarantee is None else Guarantee(guarantee),
        None if guarantee_old is None else Guarantee(guarantee_old),
        None if protocol is None else Protocol(protocol),
        counts,
        None if protocol_old is None else Protocol(protocol_old),
        sizes_of(options),
    )


def code_of(reported: Reported, options: Namespace) -> int:
    """Give 4 where the level is reached or may be, 3 where nobody can tell and that is allowed."""
    verdict = reported.document["verdict"]
    least = FAIL_ON.get(options.fail_on, Level.WILL_NOT_START + 1)
    if level_named(verdict["certain"]) >= least:
        return REACHED
    if verdict["level"] == "cannot-tell":
        is_reached = level_named(verdict["worst"]) >= least
        return REACHED if is_reached and not options.allow_unknown else NOBODY_CAN_TELL
    return 0


def gravest(codes: Container[int]) -> int:
    """Give the exit code that says most of several."""
    return next((code for code in _GRAVEST_FIRST if code in codes), 0)


def names_of(topologies: Sequence[AnalyzedTopology]) -> str:
    """Name topologies in a sentence, and count those beyond the first few."""
    return first_of([one.name for one in topologies], _MOST_NAMED)
