"""`python -m tests.benchmarks.first_use`: the first lag report after a start, and those that follow it.

Starts the product with all its processes and uploads histories of 10,000 rows through the API, one after another, each
of another week and group, as people do: Spark compiles again what a history brings of its own. The clock runs from the
upload until the report is there; the processor is that of the worker and its Java. What a processor takes says more
than the clock where other work keeps the machine busy. `--archive` begins with an archive of Spark's classes;
`--announced SECONDS` says so long before the first upload that a history is to come, as a page does when somebody looks
at its form.
"""

import argparse
import http.client
import json
import os
import tempfile
import time
from contextlib import closing
from pathlib import Path

import duckdb

from tests.benchmarks.lag import ROWS, SERIES
from tests.benchmarks.running import FINAL, Product
from topoviz.lag.class_archive import Archives
from topoviz.lag.make_archive import make_archive
from topoviz.web.analyses.limits import Limits

PROGRAM = """
StreamsBuilder builder = new StreamsBuilder();
builder.stream("orders").groupBy((id, order) -> order.customer()).count().toStream().to("counts");
"""
FORM = (
    '--part\r\nContent-Disposition: form-data; name="analysis"\r\n\r\n{}\r\n'
    '--part\r\nContent-Disposition: form-data; name="file"; filename="history.csv"\r\n\r\n'
)
END = "\r\n--part--\r\n"
WEEK = 7 * 86_400 * 1_000_000
HISTORY = ROWS.replace("1772445600000000", "1772445600000000 + $week * $number").replace("'app'", "'app' || $number")
LOOKS_EVERY = 0.1
PATIENCE = 900


def main() -> None:
    """Print a row for each report."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.first_use", description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000, help="rows of each history (default: %(default)s)")
    parser.add_argument("--reports", type=int, default=4, help="how many, one after another (default: %(default)s)")
    parser.add_argument("--archive", action="store_true", help="with an archive of Spark's classes")
    parser.add_argument("--announced", type=float, metavar="SECONDS", help="announce the first upload before it")
    options = parser.parse_args()
    print("| report | seconds | processor | load |")
    print("|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        if options.archive:
            assert make_archive(Archives(Path(folder) / "java", Limits().spark_archive_bytes))
        measure(options, folder)


def measure(options: argparse.Namespace, folder: str) -> None:
    """Start the product and print a row for each report."""
    with Product(folder) as product:
        analysis = analyzed(product)
        if options.announced is not None:
            status, _ = product.ask("POST", "/api/v1/lag-reports/announcement", {"bytes": 60 * options.rows})
            assert status == 204
            time.sleep(options.announced)
        for number in range(options.reports):
            history = write(Path(folder) / "history.csv", number, options.rows)
            began, used = time.perf_counter(), processor(product)
            report(product, analysis, history)
            seconds, taken = time.perf_counter() - began, processor(product) - used
            print(f"| {number + 1} | {seconds:.1f} | {taken:.1f} | {os.getloadavg()[0]:.1f} |", flush=True)


def write(path: Path, number: int, rows: int) -> bytes:
    """Give a history of so many rows, of another week and group for each number."""
    with duckdb.connect() as database:
        database.execute("SET TimeZone = 'UTC'")
        given = {"series": SERIES, "rows": rows, "week": WEEK, "number": number}
        database.sql(HISTORY, params=given).write_csv(str(path))
    return path.read_bytes()


def analyzed(product: Product) -> str:
    """Have the program read that the histories are laid onto."""
    url = product.submit(PROGRAM)
    wait(product, url)
    return str(json.loads(product.ask("GET", url)[1])["id"])


def report(product: Product, analysis: str, history: bytes) -> None:
    """Upload a history and wait for its report."""
    body = FORM.format(analysis).encode() + history + END.encode()
    with closing(http.client.HTTPConnection(product.address, timeout=60)) as connection:
        headers = {**product.headers(), "Content-Type": "multipart/form-data; boundary=part"}
        connection.request("POST", "/api/v1/lag-reports", body, headers)
        answer = connection.getresponse()
        told = json.loads(answer.read())
    assert answer.status == 202, told
    wait(product, told["url"])


def wait(product: Product, url: str) -> None:
    """Wait until a piece of work has ended well."""
    end = time.monotonic() + PATIENCE
    while (status := product.status(url)) not in FINAL:
        assert time.monotonic() < end, f"{url} is still {status}"
        time.sleep(LOOKS_EVERY)
    assert status == "done", json.loads(product.ask("GET", url)[1])


def processor(product: Product) -> float:
    """Give how long the Spark worker and all that it has started have had a processor so far."""
    worker = next(one for one in product.children() if "spark" in one.cmdline())
    times = [one.cpu_times() for one in (worker, *worker.children(recursive=True))]
    return sum(one.user + one.system + one.children_user + one.children_system for one in times)


if __name__ == "__main__":
    main()
