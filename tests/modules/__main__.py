"""`python -m tests.modules LIST ROOT`: what whole modules show, beside what their files show one by one.

LIST has a row for each module (`repo`, `path`), or for each file (`repo`, `path`, `module`); ROOT has a folder
`owner+name` for each repository. Everything runs in processes of its own. The tables are in Markdown.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import shorten
from typing import Final

from tests.modules.comparing import Became, Match, match, state_of_file, why
from tests.modules.files import Listed, Module, read_list, read_module
from tests.modules.running import Seen, busy_machine, see

MODULES: Final = (
    "module", "files", "with DSL", "alone: sure", "unsure", "in the module: sure", "unsure", "refused",
    "not started: sure", "unsure", "lost", "absent: sure", "unsure", "lines", "processor s", "wall s", "twice the same",
)  # fmt: skip
FILES: Final = ("file", "alone", "s", "in the module", "s", "files", "lines")


def main() -> int:
    """Measure every row of the list and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.modules", description=__doc__)
    parser.add_argument("list", type=Path)
    parser.add_argument("root", type=Path)
    parser.add_argument("--only", default="", metavar="TEXT", help="only rows that have this in their name")
    parser.add_argument("--kafka", metavar="VERSION", help="version of Kafka Streams (default: what the module says)")
    parser.add_argument("--seconds", type=int, default=60, help="processor seconds of one analysis (default: 60)")
    parser.add_argument("--twice", action="store_true", help="analyze modules again on a busy machine, and compare")
    parser.add_argument(
        "--why", action="store_true", help="say what decided about each topology that is lost or absent"
    )
    options = parser.parse_args()
    rows = [row for row in read_list(options.list) if options.only in f"{row.name} {row.file or ''}"]
    measure = _measure_files if any(row.file is not None for row in rows) else _measure_modules
    measure(rows, options)
    return 0


def _measure_modules(rows: Sequence[Listed], options: argparse.Namespace) -> None:
    _print_row(MODULES)
    _print_row(["---"] + ["---:"] * (len(MODULES) - 1))
    total: Counter[int] = Counter()
    for row in rows:
        module = read_module(row, options.root)
        seen, alone = see_both(module, options.kafka, options.seconds)
        matches = [one for file, single in alone.items() for one in match(file, single, seen)]
        cells = figures(module, alone.values(), seen, matches)
        total.update(dict(enumerate(cells)))
        _print_row([row.name, *map(_number, cells), _twice(module, seen, options)])
        if options.why:
            _print_reasons(matches, seen)
    _print_row([f"{len(rows)} modules", *(_number(total[index]) for index in range(len(MODULES) - 2)), ""])


def _measure_files(rows: Sequence[Listed], options: argparse.Namespace) -> None:
    _print_row(FILES)
    _print_row(["---"] * len(FILES))
    states: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    seconds = [0.0, 0.0]
    known: dict[str, tuple[Module, Seen]] = {}
    for row in rows:
        if row.name not in known:
            module = read_module(row, options.root)
            known[row.name] = module, see(module.files, options.kafka, options.seconds)
        module, inside = known[row.name]
        single = [one for one in module.files if one.name == row.file]
        alone = see(single, options.kafka or inside.version, options.seconds, fresh=False)
        here = (state_of_file(row.file or "", alone), state_of_file(row.file or "", inside))
        for index, state in enumerate(here):
            states[index][state] += 1
        seconds = [seconds[0] + alone.cpu, seconds[1] + inside.cpu]
        cells = (
            here[0],
            f"{alone.cpu:.1f}",
            here[1],
            f"{inside.cpu:.1f}",
            str(len(module.files)),
            str(len(inside.lines)),
        )
        _print_row([f"{row.repository} {row.file}", *cells])
        if options.why:
            _print_reasons(match(row.file or "", alone, inside), inside)
    summary = [", ".join(f"{count} {state}" for state, count in sorted(one.items())) for one in states]
    _print_row([f"{len(rows)} files", summary[0], f"{seconds[0]:.1f}", summary[1], f"{seconds[1]:.1f}", "", ""])


def see_both(module: Module, kafka: str | None, seconds: int) -> tuple[Seen, dict[str, Seen]]:
    """Analyze a module, and each of its files with DSL code alone at the version that the module takes."""
    seen = see(module.files, kafka, seconds)
    return seen, {file.name: see([file], kafka or seen.version, seconds, fresh=False) for file in module.with_dsl}


def figures(module: Module, alone: Iterable[Seen], seen: Seen, matches: Sequence[Match]) -> list[float]:
    """Give the numbers of a module's row, in the order of the columns."""
    singles = Counter(one.alone.state for one in matches)
    whole = Counter(one.state for one in seen.topologies if not one.why_not_started)
    became = Counter((one.became, one.alone.state) for one in matches)
    with_dsl = sum(1 for one in alone if one.calls)
    asleep = Counter(one.inside.state for one in matches if one.inside and one.became is Became.NOT_STARTED)
    return [
        len(module.files), with_dsl, singles["sure"], singles["unsure"], whole["sure"], whole["unsure"],
        whole["refused"], asleep["sure"], asleep.total() - asleep["sure"], became[Became.LOST, "sure"],
        became[Became.ABSENT, "sure"], became[Became.ABSENT, "unsure"], len(seen.lines), seen.cpu, seen.wall,
    ]  # fmt: skip


def _twice(module: Module, first: Seen, options: argparse.Namespace) -> str:
    if not options.twice:
        return first.problem
    with busy_machine():
        again = see(module.files, options.kafka, options.seconds)
    return first.problem or ("yes" if again.output == first.output else "no")


def _print_reasons(matches: Iterable[Match], module: Seen) -> None:
    for one in matches:
        if one.became is not Became.KEPT:
            print(f"  - {one.became} ({one.alone.state} alone): {one.file} {one.alone.name}")
            for reason in why(one, module):
                print(f"    - {shorten(reason, 300)}")


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.1f}"


def _print_row(cells: Iterable[str]) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
