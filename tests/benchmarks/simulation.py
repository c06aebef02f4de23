"""`python -m tests.benchmarks.simulation`: what it takes to simulate records in a topology of twenty nodes.

The topology has two sub-topologies with a repartition topic between them, four partitions, and two threads; each event
of tasks is written into a file. Each figure is of a process of its own: processor time, peak memory with all imports.
"""

import argparse
import math
import multiprocessing
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from topoviz.engine.analysis import analyze
from topoviz.engine.simulated.simulated import SimulationQuestion, simulate_topology
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.versions import parse_version

MAPS = ".mapValues(v -> v)" * 10
PROGRAM = f"""
class App {{
    static void main(String[] args) {{
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("orders"){MAPS}.selectKey((k, v) -> v).groupByKey().count().toStream()
            .mapValues(v -> v).mapValues(v -> v).to("counts");
        Topology topology = builder.build();
    }}
}}
"""
NODES = 20
SIZES = (10_000, 100_000, 1_000_000)
KINDS = (
    ("2.5.1", "at_least_once"),
    ("2.8.2", "at_least_once"),
    ("3.9.2", "at_least_once"),
    ("3.9.2", "exactly_once_v2"),
    ("4.3.1", "exactly_once_v2"),
)


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.simulation", description=__doc__)
    parser.add_argument("--version", help="only this version")
    parser.add_argument("--rate", type=int, default=10_000, help="records a second (default: %(default)s)")
    options = parser.parse_args()
    print("| version | guarantee | " + " | ".join(f"{size:,}" for size in SIZES) + " | memory | trace | growth |")
    print("|---|---|" + "---:|" * (len(SIZES) + 3))
    for version, guarantee in KINDS:
        if options.version in (None, version):
            found = [_apart(version, guarantee, size, options.rate) for size in SIZES]
            seconds, (_, memory, trace) = [one[0] for one in found], found[-1]
            growth = math.log(seconds[-1] / seconds[-2]) / math.log(SIZES[-1] / SIZES[-2])
            cells = " | ".join(f"{one:.1f} s" for one in seconds)
            print(
                f"| {version} | {guarantee} | {cells} | {memory:.0f} MB | {trace:.0f} MB | n^{growth:.2f} |", flush=True
            )


def _apart(version: str, guarantee: str, size: int, rate: int) -> tuple[float, float, float]:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(measure, version, guarantee, size, rate).result()


def measure(version: str, guarantee: str, size: int, rate: int) -> tuple[float, float, float]:
    """Simulate so many records: seconds of the processor, peak memory and size of the trace in MB."""
    settings = Settings(kafka_version=parse_version(version))
    analysis = analyze(Submission(Bundle((SourceFile("App.java", PROGRAM),)), settings))
    (topology,) = analysis.topologies
    assert topology.size == NODES
    configuration = (
        f"settings: {{num.stream.threads: 2, processing.guarantee: {guarantee}}}\n"
        f"generate: [{{topic: orders, rate: {rate}, for: {size * 1_000 // rate}ms, skew: 1}}]\n"
    )
    question = SimulationQuestion("orders=4", configuration)
    started = time.process_time()
    with TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        with trace.open("w", encoding="utf-8") as file:
            found = simulate_topology(
                topology, question, analysis.behaviours, lambda event: file.write(event.to_line() + "\n")
            )
        written = trace.stat().st_size / (1 << 20)
    seconds = time.process_time() - started
    assert found.summary is not None
    assert found.summary.processed == 2 * size
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return seconds, peak / (1024 * 1024 if sys.platform == "darwin" else 1024), written


if __name__ == "__main__":
    main()
