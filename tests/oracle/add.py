"""The verb `add`: do all that a new release of the library needs, and print its line for the table of the tests' page.

Each step is a verb of its own, run as a process, for the tables that it writes are read when a process begins.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Final

from tests.oracle.versions import DEFAULT_VERSIONS, version_triple
from topoviz.engine.versions import RELEASES

FUZZED: Final = 300
_COUNTED: Final = re.compile(r"(\d+) programs, (\d+) identical")


def add_version(version: str, seed: int) -> int:
    """Make a release known, record it, compare, and try random programs; the exit code is 1 when anything differs."""
    RELEASES.write_text(with_release(RELEASES.read_text(encoding="utf-8"), version), encoding="utf-8")
    steps: list[tuple[str, ...]] = [
        ("history",),
        ("record", "--version", version),
        ("patches",),
        ("assign", "compare", "--seed", str(seed)),
        ("check", "--version", version),
        ("fuzz", "--version", version, "--count", str(FUZZED), "--seed", str(seed)),
    ]
    if version in DEFAULT_VERSIONS:
        steps.insert(0, ("api", "--version", version))
    outputs = [_run(*step) for step in steps]
    # What `patches` has just written is not what this process read when it began.
    print(table_line(version, outputs[-2][1], outputs[-1][1], RELEASES.read_text(encoding="utf-8")))
    return 1 if any(code for code, _ in outputs) else 0


def with_release(table: str, version: str) -> str:
    """Give the table of releases with one that is recorded, at its place."""
    heading, *lines = table.splitlines()
    others = [line for line in lines if line.split()[0] != version]
    in_order = sorted([*others, f"{version} {version}"], key=lambda line: version_triple(line.split()[0]))
    return "\n".join((heading, *in_order)) + "\n"


def table_line(version: str, checked: str, fuzzed: str, releases: str) -> str:
    """Give a line of the table from what `check` and `fuzz` printed about a version, and the table of releases."""
    counts = [count for output in (checked, fuzzed) for count in _last_counts(output)]
    return f"| {version} | {' | '.join(counts)} | {', '.join(equal_releases(version, releases))} |"


def equal_releases(version: str, releases: str) -> list[str]:
    """Name the other releases that say the same of every topology, as the table of releases has them."""
    rows = (line.split() for line in releases.splitlines() if not line.startswith("#"))
    return [release for release, recorded in rows if recorded == version != release]


def _last_counts(output: str) -> tuple[str, str]:
    found = _COUNTED.findall(output)
    return found[-1] if found else ("none", "none")


def _run(*verb: str) -> tuple[int, str]:
    """Run a verb and show what it says; give its exit code and its standard output."""
    print(f"--- {' '.join(verb)}", flush=True)
    done = subprocess.run([sys.executable, "-m", "tests.oracle", *verb], check=False, stdout=subprocess.PIPE, text=True)
    print(done.stdout, flush=True)
    return done.returncode, done.stdout
