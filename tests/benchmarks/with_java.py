"""`python -m tests.benchmarks.with_java`: the engine beside what people would do instead, which is to run the program.

Compiles each generated program against the real kafka-streams, runs it in a new JVM and prints describe(); needs `mvn`
and a JDK, as the oracle does. The command line is timed as a whole process, as Java is. Programs of 10,000 operators
are left out: a Java method may have 64 KB of code.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.programs import SHAPES
from tests.oracle.class_path import class_path

VERSION = "3.9.2"
SIZES = (10, 100, 1_000)
_IMPORTS = "import org.apache.kafka.streams.*;\nimport org.apache.kafka.streams.kstream.*;\n"


def main() -> None:
    """Print a table in Markdown: seconds to compile, to run in a cold JVM, and for `topoviz describe`."""
    print("| shape | operators | javac | java, cold | topoviz describe | same text |")
    print("|---|---:|---:|---:|---:|---|")
    for shape in ("chain", "fan of joins", "repartitioned counts"):
        for size in SIZES:
            print(f"| {shape} | {size:,} | {_row(shape, size)} |", flush=True)


def _row(shape: str, size: int) -> str:
    make, optimize = SHAPES[shape]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "Program.java"
        source.write_text(_program(make(size), optimize), encoding="utf-8")
        jars = class_path(VERSION)
        compiling, _ = _timed(["javac", "-J-Xss64m", "-cp", jars, "-d", name, str(source)])
        running, java_text = _timed(["java", "-Xss64m", "-cp", f"{name}:{jars}", "Program"])
        command = [sys.executable, "-m", "topoviz.cli.main", "describe", "--kafka", VERSION, str(source)]
        engine, engine_text = _timed(command)
    same = "yes" if java_text == engine_text else "NO"
    return f"{compiling:.2f} s | {running:.2f} s | {engine:.2f} s | {same}"


def _program(statements: str, optimize: str) -> str:
    return (
        f"{_IMPORTS}public class Program {{\n  public static void main(String[] arguments) {{\n"
        "    java.util.Properties config = new java.util.Properties();\n"
        f'    config.put("topology.optimization", "{optimize}");\n'
        f"    StreamsBuilder builder = new StreamsBuilder();\n{statements}"
        "    System.out.print(builder.build(config).describe());\n  }\n}\n"
    )


def _timed(command: list[str]) -> tuple[float, str]:
    started = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return time.perf_counter() - started, done.stdout


if __name__ == "__main__":
    main()
