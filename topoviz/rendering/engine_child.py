"""The engine in a process of its own: `python -m topoviz.rendering.engine_child`, JSON in, JSON out.

Whoever starts it may end it at any moment. It limits its own memory, time and output before it reads a byte, and on
Linux it ends when the one who started it does. Asked to end, it first ends Graphviz, which runs in a session apart.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import resource
import signal
import sys
from types import FrameType
from typing import Any, Final, NoReturn

from topoviz.engine.analysis import analyze
from topoviz.engine.dsl.budget import Budget
from topoviz.engine.results import Analysis
from topoviz.rendering.analysis_json import analysis_to_json
from topoviz.rendering.engine_protocol import OUT_OF_MEMORY
from topoviz.rendering.submission_json import submission_from_json

PR_SET_PDEATHSIG: Final = 1

Json = dict[str, Any]


def main() -> int:
    """Read a request from standard input, write the answer to standard output."""
    options = _parser().parse_args()
    signal.signal(signal.SIGTERM, _end)
    _end_with(options.parent)
    try:
        _limit(options.memory, options.cpu_seconds, options.answer_bytes)
        request = json.load(sys.stdin)
        answer = json.dumps(answer_to(request, options.cpu_seconds), separators=(",", ":"))
        sys.stdout.write(answer)
        sys.stdout.flush()
    except MemoryError:
        return OUT_OF_MEMORY
    return 0


def answer_to(request: Json, seconds: float) -> Json:
    """Analyze a submission; without `views` give the analysis, with them a drawing of each.

    A request is `{"submission": …}` or `{"submission": …, "views": [{"view", "topology", "theme"}, …]}`. A drawing has
    the members of its view and `dot` and `svg`, or a `problem`, which is a sentence.
    """
    analysis = analyze(submission_from_json(request["submission"]), Budget(seconds=seconds))
    if "views" not in request:
        return {"analysis": analysis_to_json(analysis)}
    return {"drawings": [drawing_of(analysis, wanted) for wanted in request["views"]]}


def drawing_of(analysis: Analysis, wanted: Json) -> Json:
    """Draw one view of one topology."""
    # The base installation has no Graphviz, and analyzing needs none.
    from topoviz.rendering.draw import dot_of, draw, parse_view
    from topoviz.rendering.picture import Undrawable
    from topoviz.rendering.style import Theme

    topology = analysis.topologies[wanted["topology"]]
    try:
        view = parse_view(wanted["view"])
        svg = draw(topology, view, theme=Theme(wanted["theme"]))
        return {**wanted, "dot": dot_of(topology, view), "svg": svg, "problem": None}
    except Undrawable as error:
        return {**wanted, "dot": None, "svg": None, "problem": str(error)}


def _end(number: int, frame: FrameType | None) -> NoReturn:
    """End in an orderly way, so that what this process has started is ended too."""
    raise SystemExit(128 + number)


def _end_with(parent: int) -> None:
    """Have Linux ask this process to end when its parent dies, and end at once if that has happened already."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            raise SystemExit(1)


def _limit(memory: int, cpu_seconds: int, answer_bytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (answer_bytes, answer_bytes))
    # First a signal, and a second later the end.
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    if sys.platform == "linux":
        # macOS does not keep to this one.
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="topoviz.rendering.engine_child", description=__doc__)
    parser.add_argument("--parent", type=int, required=True, help="process id of the one who starts this")
    parser.add_argument("--memory", type=int, required=True, help="bytes")
    parser.add_argument("--cpu-seconds", type=int, required=True)
    parser.add_argument("--answer-bytes", type=int, required=True)
    return parser


if __name__ == "__main__":
    sys.exit(main())
