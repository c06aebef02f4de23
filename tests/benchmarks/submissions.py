"""`python -m tests.benchmarks.submissions`: how long a text takes through the whole product, and how many pass at once.

The product runs with all its processes and data of its own: page or API, database, broker, workers, Graphviz.
With `--kill`, a worker, the broker and the web server are killed on the way; what was accepted must still end.
"""

import argparse
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

from tests.benchmarks.programs import repartitioned_counts

FINAL = ("done", "failed", "cancelled")
SIZES = (10, 100, 1_000)


def main() -> None:
    """Print the time to the diagram for each size, and submissions per second with what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.submissions", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="submissions at once (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each size; the fastest counts")
    parser.add_argument("--kill", action="store_true", help="kill a worker, the broker and the web server on the way")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        product = _Product(data)
        try:
            if not options.kill:
                _print_sizes(product, options.runs)
            _print_flood(product, options.count, kill=options.kill)
        finally:
            product.stop()


class _Product:
    """The product on a free port."""

    def __init__(self, data: str) -> None:
        rates = {"TOPOVIZ_RATE_ANALYSES": "100000/min", "TOPOVIZ_RATE_REQUESTS": "1000000/min"}
        settings = {"DJANGO_SETTINGS_MODULE": "topoviz.web.settings", "TOPOVIZ_DATA": data, "DATABASE_URL": ""}
        self._environment = os.environ | settings | rates
        self._process = subprocess.Popen(
            [sys.executable, "-m", "django", "up", "--port", "0"],
            env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        found = next(filter(None, (re.search(r"http://([\d.]+:\d+)/", line) for line in self._process.stdout)))
        self.address = found[1]
        arguments = ["-m", "django", "api_token", "create", "--team", "Benchmark", "--name", "benchmark"]
        made = subprocess.run([sys.executable, *arguments], env=self._environment, capture_output=True, text=True)
        self._token = made.stdout.strip()

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Ask the API once; a server that is being started again is asked again for up to a minute."""
        for attempt in range(120):
            try:
                with closing(http.client.HTTPConnection(self.address, timeout=60)) as connection:
                    headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
                    connection.request(method, path, None if body is None else json.dumps(body), headers)
                    answer = connection.getresponse()
                    return answer.status, answer.read()
            except (ConnectionError, http.client.HTTPException):
                if attempt == 119:
                    raise
                time.sleep(0.5)
        raise AssertionError

    def submit(self, text: str) -> str:
        """Hand a program in and give the path of its status."""
        status, answer = self.ask("POST", "/api/v1/analyses", {"files": [{"name": "A.java", "text": text}]})
        assert status in (200, 202), answer
        return str(json.loads(answer)["url"])

    def status(self, url: str) -> str:
        """Give what has become of a submission."""
        return str(json.loads(self.ask("GET", url)[1])["status"])

    def kill(self, words: str) -> int:
        """Kill the first process of the product whose command holds some words; give its number."""
        listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in listed.splitlines()]
        ours = {str(self._process.pid)}
        for pid, parent, command in sorted(rows, key=lambda row: int(row[0])):
            if parent in ours:
                ours.add(pid)
                if words in command:
                    os.kill(int(pid), signal.SIGKILL)
                    return int(pid)
        return 0

    def stop(self) -> None:
        """End the product as Ctrl-C does."""
        self._process.terminate()
        self._process.communicate(timeout=60)


def _print_sizes(product: _Product, runs: int) -> None:
    print("| operators | result | diagram |\n|---:|---:|---:|")
    for size in SIZES:
        measured = [_measure(product, size, run) for run in range(runs)]
        print(
            f"| {size:,} | {min(one[0] for one in measured):.2f} s | {min(one[1] for one in measured):.2f} s |",
            flush=True,
        )
    print()


def _measure(product: _Product, size: int, run: int) -> tuple[float, float]:
    text = f"// size {size}, run {run}\n{repartitioned_counts(size)}"
    begun = time.perf_counter()
    url = product.submit(text)
    while json.loads(product.ask("GET", url)[1])["result"] is None:
        time.sleep(0.02)
    result = time.perf_counter() - begun
    while product.ask("GET", f"{url}/topology.svg?wait=10")[0] != 200:
        time.sleep(0.02)
    return result, time.perf_counter() - begun


def _print_flood(product: _Product, count: int, *, kill: bool) -> None:
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
