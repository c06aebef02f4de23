"""`topoviz diff`: say whether a change of a topology is safe to deploy, and how to bring it in."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from topoviz.cli.changes import FAIL_ON
from topoviz.cli.failure import Failure, failing
from topoviz.cli.messages import printable
from topoviz.cli.reading import read_text
from topoviz.cli.session import exit_code, print_json
from topoviz.cli.sides import NEW, OLD, analyze_side, pairs_of
from topoviz.engine.changes.deployed import Asked
from topoviz.engine.changes.deployment import Guarantee, Protocol
from topoviz.engine.changes.finding import Level
from topoviz.engine.comparison import compare_pair
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts
from topoviz.rendering.changes.markdown import Reported, change_to_markdown
from topoviz.rendering.changes.reported import reported_of
from topoviz.rendering.changes.text import change_to_text
from topoviz.rendering.changes.words import level_named

_GRAVEST_FIRST: Final = (1, 4, 3)


def run(options: Namespace) -> int:
    """Compare every topology that both versions have, and give the exit code."""
    if options.old == options.new == "-":
        raise Failure("Only one of the two versions can be read from standard input.")
    asked = _asked(options)
    old, new = analyze_side(OLD, options), analyze_side(NEW, options)
    pairs, alone = pairs_of(old, new, options)
    for sentence in alone:
        print(printable(sentence), file=sys.stderr)
    codes = {3} if alone else set[int]()
    reported = []
    for pair in pairs:
        codes |= {exit_code(old, (pair.old,)), exit_code(new, (pair.new,))}
        if pair.old.refusal is None:
            reported.append(reported_of(compare_pair(pair, old, new, asked)))
            codes.add(_code(reported[-1], options))
        else:
            name = printable(pair.old.name)
            never = "it never ran, and there is nothing deployed to compare with."
            print(f"old: Kafka Streams {old.behaviours.version} refuses {name}: {never}", file=sys.stderr)
    _print(reported, options.format)
    return next((code for code in _GRAVEST_FIRST if code in codes), 0)


def _asked(options: Namespace) -> Asked:
    counts = None
    if options.partitions is not None:
        with failing(BadPartitionCounts):
            counts = read_partition_counts(read_text(options.partitions))
    return Asked(
        options.application_id,
        None if options.guarantee is None else Guarantee(options.guarantee),
        None if options.guarantee_old is None else Guarantee(options.guarantee_old),
        None if options.protocol is None else Protocol(options.protocol),
        counts,
        None if options.protocol_old is None else Protocol(options.protocol_old),
    )


def _code(reported: Reported, options: Namespace) -> int:
    """Give 4 where the level is reached or may be, 3 where nobody can tell and that is allowed."""
    verdict = reported.document["verdict"]
    least = FAIL_ON.get(options.fail_on, Level.WILL_NOT_START + 1)
    if level_named(verdict["certain"]) >= least:
        return 4
    if verdict["level"] == "cannot-tell":
        return 4 if level_named(verdict["worst"]) >= least and not options.allow_unknown else 3
    return 0


def _print(reported: Sequence[Reported], form: str) -> None:
    if not reported:
        return
    if form == "json":
        print_json([one.document for one in reported])
    elif form == "markdown":
        sys.stdout.write(change_to_markdown(reported))
    else:
        for one in reported:
            sys.stdout.write("" if len(reported) == 1 else f"# {printable(one.document['new']['name'])}\n")
            sys.stdout.write(printable(change_to_text(one.document)))
