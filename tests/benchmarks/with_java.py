"""`python -m tests.benchmarks.with_java`: the engine beside what people would do instead, which is to run the program.

Compiles each generated program against the real kafka-streams and prints describe(), in a new JVM and, the fastest of
many runs, in one that is warm; needs `mvn` and a JDK, as the oracle does. Cold figures are of whole processes, the
command line's too; warm ones of the calls alone. Programs of 10,000 operators are left out: a Java method may have
64 KB of code.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.measure import measure
from tests.benchmarks.programs import SHAPES
from tests.oracle.class_path import class_path

VERSION = "3.9.2"
SIZES = (10, 100, 1_000)
LONGEST = 60
"""Seconds after which a program is given up: the library's time doubles with each diamond."""

_IMPORTS = """\
import java.time.Duration;
import org.apache.kafka.streams.*;
import org.apache.kafka.streams.kstream.*;
"""
_PROGRAM = """
public class Program {{
    static String text() {{
        java.util.Properties config = new java.util.Properties();
        config.put("topology.optimization", "{optimize}");
        StreamsBuilder builder = new StreamsBuilder();
        {start}
        return builder.build(config).describe().toString();
    }}

    public static void main(String[] arguments) {{
        System.out.print(text());
    }}
}}
"""
_WARM = """\
public class Warm {
    public static void main(String[] arguments) {
        long fastest = Long.MAX_VALUE;
        for (long end = System.nanoTime() + 5_000_000_000L; System.nanoTime() < end; ) {
            long began = System.nanoTime();
            Program.text();
            fastest = Math.min(fastest, System.nanoTime() - began);
        }
        System.out.print(fastest / 1e9);
    }
}
"""


def main() -> None:
    """Print a table in Markdown."""
    print("| shape | operators | javac | java, cold | topoviz describe | java, warm | engine, warm | same text |")
    print("|---|---:|---:|---:|---:|---:|---:|---|")
    for shape in SHAPES:
        for size in (10, 40, 60) if shape == "diamonds in a row" else SIZES:
            print(f"| {shape} | {size:,} | {_row(shape, size)} |", flush=True)


def _row(shape: str, size: int) -> str:
    make, optimize = SHAPES[shape]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "Program.java"
        source.write_text(_program(make(size), optimize), encoding="utf-8")
        warm_up = folder / "Warm.java"
        warm_up.write_text(_WARM, encoding="utf-8")
        jars = class_path(VERSION)
        java = ["java", "-Xss64m", "-cp", f"{name}:{jars}"]
        compiling, _ = _run(["javac", "-J-Xss64m", "-cp", jars, "-d", name, str(source), str(warm_up)])
        running, java_text = _timed([*java, "Program"])
        command = [sys.executable, "-m", "topoviz.cli.main", "describe", "--kafka", VERSION, str(source)]
        engine, engine_text = _timed(command)
        warm = f"{float(_run([*java, 'Warm'])[1]) * 1000:.2f} ms" if java_text else "-"
    measure(shape, size)
    ours = min(measure(shape, size)[0] for _ in range(3))
    same = "not known" if not java_text else "yes" if java_text == engine_text else "NO"
    cold = f"{running:.2f} s" if java_text else f"over {LONGEST} s"
    return f"{compiling:.2f} s | {cold} | {engine:.2f} s | {warm} | {ours * 1000:.1f} ms | {same}"


def _program(statements: str, optimize: str) -> str:
    """Put the statements into a program of their own; those that are a class already are called."""
    is_class = statements.startswith("class ")
    program = _PROGRAM.format(optimize=optimize, start="Cut.wire(builder);" if is_class else statements)
    return f"{_IMPORTS}{statements if is_class else ''}{program}"


def _timed(command: list[str]) -> tuple[float, str]:
    """Give the fastest of three runs, and what the program printed; a program that was given up is not run again."""
    seconds, text = _run(command)
    for _ in range(2 if text else 0):
        seconds = min(seconds, _run(command)[0])
    return seconds, text


def _run(command: list[str]) -> tuple[float, str]:
    """Give how long a program took and what it printed, which is nothing when it was given up."""
    # An installed topoviz has its byte code beside it. Here the first run writes it, even where that is switched off.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=LONGEST, env=environment)
    except subprocess.TimeoutExpired:
        return time.perf_counter() - started, ""
    return time.perf_counter() - started, done.stdout


if __name__ == "__main__":
    main()
