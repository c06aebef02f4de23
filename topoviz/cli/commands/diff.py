"""`topoviz diff`: say whether a change of a topology is safe to deploy, and how to bring it in."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence

from topoviz.cli.comparing import asked_of, code_of, gravest
from topoviz.cli.failure import Failure
from topoviz.cli.messages import printable
from topoviz.cli.session import exit_code, print_json
from topoviz.cli.sides import NEW, OLD, analyze_side, pairs_of
from topoviz.engine.comparison import compare_pair
from topoviz.rendering.changes.markdown import Reported, change_to_markdown
from topoviz.rendering.changes.reported import reported_of
from topoviz.rendering.changes.text import change_to_text


def run(options: Namespace) -> int:
    """Compare every topology that both versions have, and give the exit code."""
    if options.old == options.new == "-":
        raise Failure("Only one of the two versions can be read from standard input.")
    asked = asked_of(options)
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
            codes.add(code_of(reported[-1], options))
        else:
            name = printable(pair.old.name)
            never = "it never ran, and there is nothing deployed to compare with."
            print(f"old: Kafka Streams {old.behaviours.version} refuses {name}: {never}", file=sys.stderr)
    _print(reported, options.format)
    return gravest(codes)


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
