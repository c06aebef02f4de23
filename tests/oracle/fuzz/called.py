"""Write down which public methods random programs call, about all of which engine and library agreed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.oracle.api import API
from tests.oracle.calls import calls_of, read_called
from tests.oracle.languages import CompiledProgram
from tests.oracle.programs import Program


def note_calls(version: str, seed: int, classes: Sequence[Path], harness: str, folder: Path) -> int:
    """Add to the list of a version what compiled programs call; what it has stays. Gives how many it has then."""
    path = API / f"{version}.fuzzed.txt"
    label = f"random programs of seed {seed}"
    compiled = [CompiledProgram(Program("java", "fuzz", str(at), "", label), one, "") for at, one in enumerate(classes)]
    found = {method: label for methods in calls_of(compiled, harness, folder).values() for method in methods}
    together = {**found, **read_called(path)}
    lines = [f"{method} · {said}\n" for method, said in sorted(together.items())]
    path.write_text(f"# kafka-streams {version}\n{''.join(lines)}", encoding="utf-8")
    return len(together)
