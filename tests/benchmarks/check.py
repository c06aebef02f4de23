"""`python -m tests.benchmarks.check`: how long `topoviz check` takes, from the shell to its exit code.

Each is a whole process, with what Python and git need: the text of describe(), one file and ten, as builds give them,
alone and against the commit before, with all three reports. Beside the time on the clock stands that of a processor.
"""

import argparse
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text

STREAMS = 20
"""Counted and joined streams of each file."""
REPORTS = ("--markdown", "out.md", "--junit", "out.xml", "--sarif", "out.sarif", "--fail-on", "never", "--fuse", "60")


def main() -> None:
    """Measure every kind and print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.check", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs of each; the fastest counts (default: %(default)s)")
    runs = parser.parse_args().runs
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, fastest of {runs}\n")
    print("| what is checked | alone | processor | against git | processor |")
    print("|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory(prefix="topoviz-") as folder:
        place = Path(folder)
        for files in _versions(place):
            alone, before = (_fastest(place, [*files, *more], runs) for more in ((), ("--baseline", "HEAD")))
            lines = sum(len((place / name).read_text().splitlines()) for name in files)
            what = f"{files[0]} of {lines:,} lines" if len(files) == 1 else f"{len(files)} files of {lines:,} lines"
            print(
                f"| {what} | {alone[0]:.2f} s | {alone[1]:.2f} s | {before[0]:.2f} s | {before[1]:.2f} s |", flush=True
            )


def _versions(place: Path) -> list[list[str]]:
    """Commit programs, and change the first step of each; gives the files of each kind."""
    names = [f"Shop{number}.java" for number in range(10)]
    for step in ("", ".filter((k, v) -> true)"):
        for name in names:
            (place / name).write_text(_program(name.removesuffix(".java"), step))
        (place / "topology.txt").write_text(_described(_program("Shop", step)))
        if not step:
            for command in (
                ["init", "-q"],
                ["add", "."],
                ["-c", "user.name=x", "-c", "user.email=x", "commit", "-qm", "x"],
            ):
                subprocess.run(["git", *command], cwd=place, check=True)
    return [["topology.txt"], names[:1], names]


def _program(name: str, step: str) -> str:
    streams = "\n".join(
        f'    builder.<String, String>stream("{name}-in-{number}"){step}.groupBy((k, v) -> v).count()\n'
        f'        .toStream().join(builder.table("{name}-table-{number}"), (a, b) -> b)\n'
        f'        .to("{name}-out-{number}");'
        for number in range(STREAMS)
    )
    return (
        f"class {name} {{\n  static void main(String[] args) {{\n    StreamsBuilder builder = new StreamsBuilder();\n"
        f"{streams}\n    new KafkaStreams(builder.build(), new Properties()).start();\n  }}\n}}\n"
    )


def _described(text: str) -> str:
    (topology,) = analyze(Submission(Bundle((SourceFile("Shop.java", text),)), Settings())).topologies
    assert topology.description is not None
    return to_text(topology.description)


def _fastest(place: Path, arguments: list[str], runs: int) -> tuple[float, float]:
    return min(_once(place, arguments) for _ in range(runs + 1))


def _once(place: Path, arguments: list[str]) -> tuple[float, float]:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "topoviz.cli.main", "check", *arguments, *REPORTS]
    subprocess.run(command, cwd=place, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
