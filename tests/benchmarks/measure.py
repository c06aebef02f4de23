"""One measurement, to be made in a process of its own."""

import resource
import sys
import time

from tests.benchmarks.programs import SHAPES
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text


def measure(shape: str, operators: int) -> tuple[float, float]:
    """Analyze one program: seconds from source to describe(), and the process's peak memory in MB with all imports."""
    make, optimize = SHAPES[shape]
    bundle = Bundle((SourceFile("Program.java", make(operators)),))
    started = time.perf_counter()
    analysis = analyze(Submission(bundle, Settings(optimize=optimize)))
    (topology,) = analysis.topologies
    assert topology.description is not None
    assert not analysis.is_unsure
    to_text(topology.description)
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return seconds, peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
