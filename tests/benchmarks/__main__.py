"""`python -m tests.benchmarks`: how long the engine takes from source to describe(), and how that grows.

Every measurement runs in a process of its own, so that memory is that of one program alone. The table it prints is
the one in README.md beside this file.
"""

import argparse
import math
import multiprocessing
import platform
from concurrent.futures import ProcessPoolExecutor

from tests.benchmarks.measure import measure
from tests.benchmarks.programs import SHAPES

SIZES = (10, 100, 1_000, 10_000)


def main() -> None:
    """Measure every shape at every size and print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the fastest counts (default: %(default)s)")
    parser.add_argument("--shape", action="append", choices=SHAPES, help="only this shape; may be repeated")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {multiprocessing.cpu_count()} processors, fastest of {options.runs}\n")
    print("| shape | " + " | ".join(f"{size:,}" for size in SIZES) + " | memory at 10,000 | growth |")
    print("|---|" + "---:|" * (len(SIZES) + 2))
    for shape in options.shape or SHAPES:
        fastest = [_fastest(shape, size, options.runs) for size in SIZES]
        seconds = [one[0] for one in fastest]
        # The exponent between the two largest sizes: 1 is linear, 2 is quadratic.
        growth = math.log(seconds[-1] / seconds[-2]) / math.log(SIZES[-1] / SIZES[-2])
        cells = " | ".join(f"{one:.3f} s" for one in seconds)
        print(f"| {shape} | {cells} | {fastest[-1][1]:.0f} MB | n^{growth:.2f} |", flush=True)


def _fastest(shape: str, size: int, runs: int) -> tuple[float, float]:
    measured = []
    for _ in range(runs):
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            measured.append(pool.submit(measure, shape, size).result())
    return min(measured)


if __name__ == "__main__":
    main()
