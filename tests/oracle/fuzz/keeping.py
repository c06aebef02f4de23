"""Keep the programs about which engine and library do not agree, as files to look at."""

from __future__ import annotations

from pathlib import Path

from tests.oracle.fuzz.program import Program
from tests.oracle.fuzz.write import to_java
from tests.oracle.verdict import Verdict


def keep(folder: Path, name: str, program: Program, shrunk: Program | None, verdict: Verdict) -> Path:
    """Write a program, what is left of it when it is shrunk, and what was seen; give the file to look at first."""
    folder.mkdir(parents=True, exist_ok=True)
    whole, small = folder / f"{name}.java", folder / f"{name}.shrunk.java"
    whole.write_text(to_java(program), encoding="utf-8")
    if shrunk is not None:
        small.write_text(to_java(shrunk), encoding="utf-8")
    (folder / f"{name}.txt").write_text(_seen(verdict), encoding="utf-8")
    return whole if shrunk is None else small


def _seen(verdict: Verdict) -> str:
    lines = [str(verdict.outcome), *([verdict.words] if verdict.words else [])]
    for one in verdict.differences:
        lines.extend(("", f"optimize {one.setting}, {one.part}:", *one.lines))
    return "\n".join(lines) + "\n"
