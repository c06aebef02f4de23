"""`python -m tests.benchmarks.load`: how many requests the product takes, and whether one visitor keeps others waiting.

The product runs with all its processes and data of its own, and is asked from one process beside it. Each figure has
its target behind it; a busy machine misses some. `--only` takes parts of it.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tests.benchmarks.programs import SHAPES, repartitioned_counts
from tests.benchmarks.running import FINAL, Product

CONNECTIONS = 16
LOOKING_SECONDS = 3
ONE_LINER = 'builder.stream("orders{}").to("b");'

Report = list[tuple[str, str, str]]
Asked = Callable[["Connection", int], Awaitable[None]]


@dataclass
class Connection:
    """A connection that is kept; `header` stands in each request."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    header: str

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Ask once."""
        data = b"" if body is None else json.dumps(body).encode()
        about = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if data else ""
        self.writer.write(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self.header}{about}\r\n".encode() + data)
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        return int(head.split(b" ", 2)[1]), await self.reader.readexactly(length)


class Client:
    """Asks as the holder of a token, or as anybody."""

    def __init__(self, address: str, token: str = "") -> None:
        self._host, _, self._port = address.partition(":")
        self._header = f"Authorization: Bearer {token}\r\n" if token else ""

    async def connect(self) -> Connection:
        """Open a connection."""
        reader, writer = await asyncio.open_connection(self._host, int(self._port), limit=2**24)
        return Connection(reader, writer, self._header)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Ask over a connection of its own."""
        connection = await self.connect()
        try:
            return await connection.ask(method, path, body)
        finally:
            connection.writer.close()

    async def hand_in(self, text: str, *, wait: int = 0, **how: Any) -> dict[str, Any]:
        """Submit a program."""
        body = {"files": [{"name": "A.java", "text": text}], **how}
        status, answer = await self.ask("POST", f"/api/v1/analyses?wait={wait}", body)
        document: dict[str, Any] = json.loads(answer)
        assert status in (200, 202), document
        return document


async def as_fast_as_it_goes(client: Client, path: str, seconds: float) -> tuple[float, list[float]]:
    """Ask over several connections, one request after another on each; gives requests a second and their times."""
    times: list[float] = []
    end = time.perf_counter() + seconds

    async def one() -> None:
        connection = await client.connect()
        while (began := time.perf_counter()) < end:
            assert (await connection.ask("GET", path))[0] == 200
            times.append(time.perf_counter() - began)
        connection.writer.close()

    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    return len(times) / seconds, times


async def at_a_pace(ask: Asked, client: Client, rate: float, seconds: float) -> list[float]:
    """Ask at a rate, whether or not answers come in time; gives the times from when each was due."""
    idle: asyncio.Queue[Connection] = asyncio.Queue()
    for _ in range(4 * CONNECTIONS):
        idle.put_nowait(await client.connect())
    times: list[float] = []
    began = time.perf_counter()

    async def one(number: int, due: float) -> None:
        connection = await idle.get()
        await ask(connection, number)
        idle.put_nowait(connection)
        times.append(time.perf_counter() - due)

    asked = []
    for number in range(int(rate * seconds)):
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        asked.append(asyncio.create_task(one(number, due)))
    await asyncio.gather(*asked)
    return times


async def shared_picture(product: Product, seconds: float) -> Report:
    """A picture behind a share link, that is there already."""
    client = Client(product.address, product.token("Shared"))
    document = await client.hand_in(repartitioned_counts(10), wait=20)
    _, answer = await client.ask("POST", "/api/v1/share-links", {"analysis": document["id"]})
    path = f"{json.loads(answer)['url']}.svg"
    anybody = Client(product.address)
    size = len((await anybody.ask("GET", path))[1])
    before = product.web_seconds()
    rate, times = await as_fast_as_it_goes(anybody, path, seconds)
    cost = (product.web_seconds() - before) / len(times) * 1000

    async def ask(connection: Connection, number: int) -> None:
        assert (await connection.ask("GET", path))[0] == 200

    paced = await at_a_pace(ask, anybody, 300, seconds)
    return [
        (f"shared SVG of {size // 1024} KB, as fast as it goes", f"{rate:,.0f}/s, {figures(times)}", "300/s or more"),
        ("time of a processor that the web server takes for one", f"{cost:.1f} ms", "less than 2 of 300/s: 6.7 ms"),
        ("the same, 300/s", figures(paced), "p99 below 150 ms"),
    ]


async def submissions(product: Product, seconds: float) -> Report:
    """Programs of one team, handed in at a pace."""
    client, urls = Client(product.address, product.token("Builds")), []

    async def ask(connection: Connection, number: int) -> None:
        body = {"files": [{"name": "A.java", "text": f"// build {number}\n{repartitioned_counts(10)}"}]}
        status, answer = await connection.ask("POST", "/api/v1/analyses", body)
        assert status == 202, answer
        urls.append(json.loads(answer)["url"])

    times = await at_a_pace(ask, client, 20, seconds)
    began = time.perf_counter()
    ends: list[str] = []
    while time.perf_counter() - began < 900:
        ends = [json.loads((await client.ask("GET", url))[1])["status"] for url in urls]
        if all(end in FINAL for end in ends):
            break
        await asyncio.sleep(2)
    lost = len(ends) - ends.count("done")
    return [
        (f"{len(urls)} submissions, 20/s", figures(times), "p99 below 500 ms"),
        ("of these not done in the end", str(lost), "0"),
    ]


async def flood(product: Product, what: str, texts: list[str], **how: Any) -> Report:
    """One visitor hands in much at once; another one hands in a line, again and again."""
    many, other = (Client(product.address, product.token(name)) for name in (f"Many {what}", f"Other {what}"))
    alone = [await seconds_of_a_line(other, f"{what} alone {number}", **how) for number in range(12)]
    handed_in = [
        await many.hand_in(text, **how, **({"editor": f"e{number}"} if how else {}))
        for number, text in enumerate(texts)
    ]
    beside: list[float] = []
    while len(beside) < 24 and await unfinished(many, handed_in):
        beside.append(await seconds_of_a_line(other, f"{what} beside {len(beside)}", **how))
    seen = [f"median {statistics.median(times):.2f} s, slowest {max(times):.2f} s" for times in (alone, beside)]
    times = statistics.median(beside) / statistics.median(alone)
    what = f"a line of somebody else beside {len(texts)} {what}"
    return [(what, f"{seen[1]}; alone {seen[0]}: {times:.1f} times", "at most 2 times")]


async def seconds_of_a_line(client: Client, word: str, **how: Any) -> float:
    """Hand a line in, and wait for its end; somebody looks at what came of it before the next one."""
    await asyncio.sleep(LOOKING_SECONDS)
    began = time.perf_counter()
    document = await client.hand_in(ONE_LINER.format(word.replace(" ", "-")), wait=20, **how)
    while document["status"] not in FINAL and document.get("result") is None:
        document = json.loads((await client.ask("GET", f"{document['url']}?wait=20"))[1])
    return time.perf_counter() - began


async def unfinished(client: Client, documents: list[dict[str, Any]]) -> bool:
    """Tell whether something of what was handed in has not ended."""
    last = [json.loads((await client.ask("GET", one["url"]))[1])["status"] for one in documents[-3:]]
    return any(status not in FINAL for status in last)


async def heavy_flood(product: Product, seconds: float) -> Report:
    """Twenty programs that take seconds each."""
    make, _ = SHAPES["chain of stream joins"]
    return await flood(product, "heavy submissions", [f"// {number}\n{make(900)}" for number in range(20)])


async def preview_flood(product: Product, seconds: float) -> Report:
    """Thirty previews from as many editors."""
    make, _ = SHAPES["chain of stream joins"]
    return await flood(product, "previews", [f"// {number}\n{make(300)}" for number in range(30)], preview=True)


PARTS = {"shared": shared_picture, "submissions": submissions, "heavy": heavy_flood, "previews": preview_flood}


def figures(times: list[float]) -> str:
    """Say how long something took."""
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {cuts[49] * 1000:.0f} ms, p99 {cuts[98] * 1000:.0f} ms"


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="how long each rate is kept (default: %(default)s)")
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part; may be repeated")
    options = parser.parse_args()
    print("| what | seen | wanted |\n|---|---|---|")
    for name in options.only or PARTS:
        with tempfile.TemporaryDirectory() as data, Product(data) as product:
            for line in asyncio.run(PARTS[name](product, options.seconds)):
                print("| " + " | ".join(line) + " |", flush=True)
    print(f"\nload of the machine meanwhile: {', '.join(f'{one:.1f}' for one in os.getloadavg())}")


if __name__ == "__main__":
    main()
