"""`python -m tests.engine.changes --count 500 --seed 7`: edits of random programs, how they are matched and judged."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

from tests.engine.changes.edits import Edited, edited_programs
from tests.engine.changes.held import Held, hold

_WAYS = {True: "from code", False: "from names alone"}
_HEADING = f"{'edits':>7}{'kept':>8}{'found':>9}{'wrong':>7}{'not decidable':>15}{'wrong stores':>14}"
_VERDICTS = f"{'topics kept':>13}{'alarms':>8}{'topics lost':>13}{'overlooked':>12}"


def main() -> int:
    """Print a table by kind of edit; 1 where a store was taken for another one, or the verdict is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--version", default="3.9.2")
    parser.add_argument("--shown", type=int, default=3, help="how many of what is wrong are shown")
    order = parser.parse_args()
    found: dict[bool, defaultdict[str, list[Held]]] = {way: defaultdict(list) for way in _WAYS}
    shown = held_edits = 0
    for edited in edited_programs(order.seed, order.version):
        for way in _WAYS:
            held = hold(edited, order.version, reads_code=way)
            if held is None:
                break
            found[way][edited.kind].append(held)
            if (held.wrong_stores or held.alarm or held.overlooked) and shown < order.shown:
                shown += 1
                _show(edited, held, _WAYS[way])
        else:
            held_edits += 1
        if held_edits >= order.count:
            break
    for way, words in _WAYS.items():
        _say(f"\n{words:28}{_HEADING}{_VERDICTS}")
        for kind, ones in sorted(found[way].items()):
            _say(_row(kind, ones))
        _say(_row("all", [one for ones in found[way].values() for one in ones]))
    everything = [one for way in _WAYS for ones in found[way].values() for one in ones]
    return 1 if any(one.wrong_stores or one.alarm or one.overlooked for one in everything) else 0


def _row(kind: str, ones: Sequence[Held]) -> str:
    kept, right = sum(one.kept for one in ones), sum(one.found for one in ones)
    wrong, stores = sum(len(one.wrong) for one in ones), sum(len(one.wrong_stores) for one in ones)
    same = [one for one in ones if one.is_kept]
    others = [one for one in ones if not one.is_kept]
    matched = f"{len(ones):7}{kept:8}{right / max(kept, 1):9.2%}{wrong:7}"
    matched += f"{sum(one.not_decidable for one in ones):15}{stores:14}"
    judged = f"{len(same):13}{sum(bool(one.alarm) for one in same):8}"
    return f"{kind:28}{matched}{judged}{len(others):13}{sum(bool(one.overlooked) for one in others):12}"


def _show(edited: Edited, held: Held, way: str) -> None:
    _say(f"\n{edited.kind}, {way}: {held.alarm} {held.overlooked}")
    for old, new in islice(held.wrong_stores, 3):
        _say(f"{old.name} was taken for {new.name}")
    _say(f"{edited.old}\n{edited.new}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
