"""`python -m tests.engine.changes --count 500 --seed 7`: edits of random programs, and how well they are matched."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from itertools import islice

from tests.engine.changes.edits import edited_programs
from tests.engine.changes.held import Held, hold


def main() -> int:
    """Print a table by kind of edit; 1 where a store was taken for another one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--version", default="3.9.2")
    order = parser.parse_args()
    wrong = 0
    for reads_code in (True, False):
        found: defaultdict[str, list[Held]] = defaultdict(list)
        for edited in islice(edited_programs(order.seed, order.version), order.count):
            held = hold(edited, order.version, reads_code=reads_code)
            if held is not None:
                found[edited.kind].append(held)
                for old, new in held.wrong_stores:
                    _say(f"{edited.kind}: {old.name} was taken for {new.name}\n{edited.old}\n{edited.new}")
        _say(f"\n{'from code' if reads_code else 'from names alone':24} edits   kept  found  wrong  wrong stores")
        for kind, ones in sorted(found.items()):
            kept, right = sum(one.kept for one in ones), sum(one.found for one in ones)
            others, stores = sum(len(one.wrong) for one in ones), sum(len(one.wrong_stores) for one in ones)
            wrong += stores
            _say(f"{kind:24} {len(ones):5} {kept:6} {right / max(kept, 1):6.1%} {others:6} {stores:13}")
    return 1 if wrong else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
