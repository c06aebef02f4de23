"""The engine in a process of its own: `python -m topoviz.rendering.engine_child`, as `engine_protocol` says.

It serves one submission: a first request that analyzes it, and others that draw what was found. Whoever starts it may
do so long before there is anything to ask, and may end it at any moment; once asked, it ends when it is idle for long.
It limits its own memory, time and output before it reads a request, and on Linux it ends when the one who started it
does. Asked to end, it first ends Graphviz, which runs in a session apart.
"""

from __future__ import annotations

import argparse
import base64
import ctypes
import json
import math
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from types import FrameType
from typing import Any, Final, NoReturn

from topoviz.engine.analysis import analyze
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.rendering.analysis_json import analysis_to_json
from topoviz.rendering.calculations.model import Asked, BadQuestion, Kept
from topoviz.rendering.calculations.registry import answer, asked_of, picture_of_answer
from topoviz.rendering.engine_protocol import (
    DOING,
    DOING_LENGTH,
    DOING_SECONDS,
    OUT_OF_MEMORY,
    Order,
    Piece,
    read_order,
)
from topoviz.rendering.forms.model import Form
from topoviz.rendering.forms.registry import write
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.simulation.trace.pieces import PieceHead
from topoviz.rendering.style import Theme
from topoviz.rendering.submission_json import submission_from_json
from topoviz.rendering.views import parse_view

PR_SET_PDEATHSIG: Final = 1
IDLE_SECONDS: Final = 300
"""How long a submission is remembered after the last question about it."""

REQUESTS, ANSWERS = 0, 1
"""The files that texts pass through stand where standard input and output are."""

Json = dict[str, Any]


def main() -> int:
    """Answer requests until nobody asks any more."""
    options = _parser().parse_args()
    end_with(options.parent)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warm_up()
    return live(options.bell, options.pieces)


def live(bell_file: int, pieces: int) -> int:
    """Answer requests until nobody asks any more, and give the exit code."""
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGALRM, _end)
    try:
        with socket.socket(fileno=bell_file) as bell:
            _serve(bell, pieces)
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def _serve(bell: socket.socket, pieces: int) -> None:
    engine = Engine()
    # Whoever asked may have gone, and then nobody waits for the answer.
    with bell.makefile("rb") as rung, suppress(BrokenPipeError, ConnectionResetError):
        for line in rung:
            order = read_order(line)
            signal.alarm(0)
            _limit(order)
            engine.say, engine.give = _saying(bell), _giving(bell, pieces)
            bell.sendall(b"%d\n" % _write(_answer(engine, order)))
            signal.alarm(IDLE_SECONDS)


def _saying(bell: socket.socket) -> Callable[[str], None]:
    """Give what rings what is being done: now and then, and never of an answer that comes within a second."""
    rung = time.monotonic()

    def say(words: str) -> None:
        nonlocal rung
        if time.monotonic() - rung >= DOING_SECONDS:
            rung = time.monotonic()
            bell.sendall(DOING + words.encode("ascii", "replace")[:DOING_LENGTH] + b"\n")

    return say


def _giving(bell: socket.socket, pieces: int) -> Callable[[PieceHead, bytes], None]:
    """Give what appends a piece to the file of pieces, from its beginning on, and rings it."""
    end = 0
    os.ftruncate(pieces, 0)

    def give(head: PieceHead, data: bytes) -> None:
        nonlocal end
        left = memoryview(data)
        while left:
            written = os.pwrite(pieces, left, end)
            left, end = left[written:], end + written
        bell.sendall(Piece(len(data), asdict(head)).to_line())

    return give


class Engine:
    """The engine, which remembers the one submission that it was asked about.

    `say` takes what it is doing, `give` pieces of what is too long for an answer.
    """

    def __init__(self) -> None:
        self.say: Callable[[str], None] = lambda _: None
        self.give: Callable[[PieceHead, bytes], None] = lambda _head, _data: None
        self._analysis: Analysis | None = None
        self._kept = Kept()

    def answer_to(self, request: Json) -> Json:
        """Analyze a submission, or draw what was analyzed.

        A request has a `submission`, or asks about the one before, or both. It asks for `views` (`{"view", "topology",
        "theme", "form"}`), for a `calculation` (`{"kind", "topology", "question", "old"}`), or for views of a
        calculation; else the answer is the `analysis`. `drawings` have the members of their views and `data`, the file
        in base64, or a `problem`, which is a sentence. A calculation has a `result`, or a `problem` with a code, a
        sentence and a next step. Raises ValueError when there is no submission.
        """
        if "submission" in request:
            self._analysis, self._kept = analyze(submission_from_json(request["submission"])), Kept()
        if self._analysis is None:
            raise ValueError("Views are asked for before any submission.")
        asked = request.get("calculation")
        if "views" in request:
            views = request["views"]
            return {"drawings": [drawing_of(self._analysis, wanted, asked, self._kept) for wanted in views]}
        if asked is None:
            return {"analysis": analysis_to_json(self._analysis)}
        return calculated(asked_of(self._analysis, asked, self._kept, self.say, self.give), asked["kind"])


def calculated(asked: Asked, kind: str) -> Json:
    """Answer a question about one topology, or say why it has no answer."""
    try:
        return {"result": answer(asked, kind), "problem": None}
    except BadQuestion as error:
        return {"result": None, "problem": asdict(error.problem)}


def drawing_of(analysis: Analysis, wanted: Json, asked: Json | None, kept: Kept) -> Json:
    """Draw one view of one topology, or of what was calculated about it, in one form."""
    form, theme = Form(wanted["form"]), Theme(wanted["theme"])
    try:
        if asked is None:
            data = write(analysis.all_topologies[wanted["topology"]], parse_view(wanted["view"]), form, theme)
        else:
            question = asked_of(analysis, asked, kept)
            data = picture_of_answer(question, asked["kind"], wanted["view"], form, theme)
        return {**wanted, "data": base64.b64encode(data).decode("ascii"), "problem": None}
    except (Undrawable, BadQuestion) as error:
        return {**wanted, "data": None, "problem": str(error)}


def warm_up() -> None:
    """Load what most requests need, so that whoever asks need not wait for it."""
    for name, text in (("A.java", 'builder.stream("a").to("b");'), ("A.kt", 'builder.stream<A, B>("a").to("b")')):
        analysis_to_json(analyze(Submission(Bundle((SourceFile(name, text),)))))


def _answer(engine: Engine, order: Order) -> bytes:
    request = json.loads(os.pread(REQUESTS, order.length, 0))
    return json.dumps(engine.answer_to(request), separators=(",", ":")).encode("ascii")


def _write(answer: bytes) -> int:
    """Put an answer into the file, in place of the one before; give its length."""
    os.ftruncate(ANSWERS, 0)
    os.lseek(ANSWERS, 0, os.SEEK_SET)
    left = memoryview(answer)
    while left:
        left = left[os.write(ANSWERS, left) :]
    return len(answer)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """End in an orderly way, so that what this process has started is ended too."""
    raise SystemExit(128 + number)


def end_with(parent: int) -> None:
    """Have Linux ask this process to end when its parent dies, and end at once if that has happened already."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            raise SystemExit(1)


def _limit(order: Order) -> None:
    """Limit what this process may use until the next request. What it starts has limits of its own."""
    _limit_one(resource.RLIMIT_FSIZE, order.answer_bytes)
    _limit_one(resource.RLIMIT_CPU, math.ceil(time.process_time()) + order.cpu_seconds)
    if sys.platform == "linux":
        # macOS does not keep to this one.
        _limit_one(resource.RLIMIT_AS, order.memory)


def _limit_one(what: int, amount: int) -> None:
    _, most = resource.getrlimit(what)
    resource.setrlimit(what, (amount if most == resource.RLIM_INFINITY else min(amount, most), most))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="topoviz.rendering.engine_child", description=__doc__)
    parser.add_argument("--parent", type=int, required=True, help="process id of the one who starts this")
    parser.add_argument("--bell", type=int, required=True, help="number of the socket on which requests are rung")
    parser.add_argument("--pieces", type=int, required=True, help="number of the file that pieces are written into")
    return parser


if __name__ == "__main__":
    sys.exit(main())
