"""`python -m tests.benchmarks.submissions`: how long a text takes through the whole product, and how many pass at once.

The product runs with all its processes and data of its own: page or API, database, broker, workers, Graphviz.
With `--kill`, a worker, the broker and the web server are killed on the way; what was accepted must still end.
"""

import argparse
import json
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from tests.benchmarks.programs import repartitioned_counts
from tests.benchmarks.running import FINAL, Product

SIZES = (10, 100, 1_000)


def main() -> None:
    """Print the time to the diagram for each size, and submissions per second with what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.submissions", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="submissions at once (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each size; the fastest counts")
    parser.add_argument("--kill", action="store_true", help="kill a worker, the broker and the web server on the way")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, Product(data) as product:
        if not options.kill:
            _print_sizes(product, options.runs)
        _print_flood(product, options.count, kill=options.kill)


def _print_sizes(product: Product, runs: int) -> None:
    print("| operators | result | diagram |\n|---:|---:|---:|")
    for size in SIZES:
        measured = [_measure(product, size, run) for run in range(runs)]
        print(
            f"| {size:,} | {min(one[0] for one in measured):.2f} s | {min(one[1] for one in measured):.2f} s |",
            flush=True,
        )
    print()


def _measure(product: Product, size: int, run: int) -> tuple[float, float]:
    text = f"// size {size}, run {run}\n{repartitioned_counts(size)}"
    begun = time.perf_counter()
    url = product.submit(text)
    while json.loads(product.ask("GET", url)[1])["result"] is None:
        time.sleep(0.02)
    result = time.perf_counter() - begun
    while product.ask("GET", f"{url}/topology.svg?wait=10")[0] != 200:
        time.sleep(0.02)
    return result, time.perf_counter() - begun


def _print_flood(product: Product, count: int, *, kill: bool) -> None:
    texts = [f"// number {number}\n{repartitioned_counts(10)}" for number in range(count)]
    begun = time.perf_counter()
    with ThreadPoolExecutor(8) as pool:
        submitting = [pool.submit(product.submit, text) for text in texts]
        if kill:
            for words in ("celery", "valkey-server", "topoviz.web.server"):
                time.sleep(3)
                print(f"killed {words}: process {product.kill(words)}", flush=True)
        urls = [one.result() for one in submitting]
    accepted = time.perf_counter() - begun
    while time.perf_counter() - begun < 900:
        ends = [product.status(url) for url in urls]
        if all(end in FINAL for end in ends):
            break
        time.sleep(1)
    took = time.perf_counter() - begun
    counts = {end: ends.count(end) for end in sorted(set(ends))}
    print(f"{count} submissions: accepted in {accepted:.1f} s, all ended in {took:.1f} s, "
          f"{count / took:.1f} a second; {counts}")  # fmt: skip


if __name__ == "__main__":
    main()
