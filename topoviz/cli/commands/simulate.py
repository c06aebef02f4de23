"""`topoviz simulate`: print what happens to records, and write every event, or the lines that they log, into files."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, TextIO

from topoviz.cli.answering import Answer, answer_each
from topoviz.cli.failure import Failure, failing
from topoviz.cli.messages import printable
from topoviz.cli.reading import read_text
from topoviz.engine.log_lines.table import LEVELS
from topoviz.engine.log_lines.told.telling import Teller
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.scenarios.durations import clock_text
from topoviz.engine.simulated.simulated import NOT_SIMULATED, SimulationQuestion, simulate_topology
from topoviz.engine.simulated.telling import teller_of
from topoviz.engine.simulation.events import Event
from topoviz.engine.simulation.records.model import MOST_RECORDS, InputRecord
from topoviz.engine.simulation.records.reading import LONGEST_LINE, read_records
from topoviz.rendering.calculations.simulation_json import simulation_to_json
from topoviz.rendering.simulation_text import simulation_to_markdown, simulation_to_text

STOPPED: Final = 130
"""The exit code of a command that Ctrl-C ended."""

_MOST_BYTES: Final = 512 << 20
_MOST_IN_A_STREAM: Final = 200_000
"""Records of a pipe, which may have no end; reading so many takes two seconds."""
_LINES_BESIDE: Final = 1_000
"""A header, and lines without anything."""
_AT_ONCE: Final = 1 << 20
_BETWEEN_LINES: Final = 1.0
_PROGRESS_FROM: Final = 2.0


def run(options: Namespace) -> int:
    """Print what happens to records in every chosen topology."""
    with ExitStack() as files:
        simulator = _Simulator(options, files)
        try:
            return answer_each(options, simulator.answer)
        except KeyboardInterrupt:
            trace = "" if options.trace is None else f" {options.trace} has the events up to there."
            print(f"topoviz: stopped after {simulator.processed:,} processed records.{trace}", file=sys.stderr)
            return STOPPED


class _Simulator:
    """Asks the engine for each topology, writes events, and says how far it is."""

    def __init__(self, options: Namespace, files: ExitStack) -> None:
        self.processed = 0
        self._options = options
        self._files = files
        self._is_written = False
        self._began = self._said = time.monotonic()
        self._question = SimulationQuestion(
            "" if options.partitions is None else read_text(options.partitions),
            "" if options.config is None else read_text(options.config),
            "" if options.cluster is None else read_text(options.cluster),
            None if options.records is None else self._records,
        )
        if options.records is not None:
            _check_size(options.records)

    def answer(self, analysis: Analysis, topology: AnalyzedTopology) -> Answer:
        """Simulate one topology."""
        with failing(*NOT_SIMULATED):
            found = simulate_topology(
                topology, self._question, analysis.behaviours, self._listener(analysis, topology), self._progress
            )
        document = simulation_to_json(analysis, topology, found)
        words: dict[str, Callable[[], str]] = {}
        if found.summary is not None:
            words["text"] = lambda: printable(simulation_to_text(document))
            words["markdown"] = lambda: printable(simulation_to_markdown(document))
        said = tuple(
            f"{kind}: {printable(line)}"
            for kind, lines in (("note", found.assigned.notes), ("unsure", found.assigned.doubts))
            for line in lines
        )
        return Answer(found.assigned.tasks, lambda: document, words, said, (3,) if found.assigned.doubts else ())

    def _listener(self, analysis: Analysis, topology: AnalyzedTopology) -> Callable[[Event], None] | None:
        options = self._options
        if options.trace is None and options.log is None:
            return None
        if self._is_written:
            raise Failure("The files make several topologies, and one trace is of one: choose it with --topology.")
        self._is_written = True
        listeners = []
        if options.trace is not None:
            listeners.append(_traces(self._files.enter_context(_written(options.trace))))
        if options.log is not None:
            teller = teller_of(topology, analysis.behaviours)
            listeners.append(_logs(self._files.enter_context(_written(options.log)), teller, options.log_level))
        if len(listeners) == 1:
            return listeners[0]

        def listen(event: Event) -> None:
            for one in listeners:
                one(event)

        return listen

    def _records(self, counts: Mapping[str, int]) -> Iterator[InputRecord]:
        name = self._options.records
        try:
            with Path(name).open(encoding="utf-8", newline="") as file:
                is_stream = not Path(name).is_file()
                for number, record in enumerate(read_records(_lines(file), counts)):
                    if is_stream and number >= _MOST_IN_A_STREAM:
                        raise Failure(
                            f"{name} has more than {_MOST_IN_A_STREAM:,} records, and its end is not known. Write them "
                            f"into a file, of which {MOST_RECORDS:,} are read."
                        )
                    yield record
        except OSError as error:
            raise Failure(f"{name} cannot be read: {error.strerror or error}.") from error
        except UnicodeDecodeError as error:
            raise Failure(f"{name} is not text in UTF-8.") from error

    def _progress(self, processed: int, simulated: int) -> None:
        self.processed = processed
        now = time.monotonic()
        if now - self._began > _PROGRESS_FROM and now - self._said > _BETWEEN_LINES and sys.stderr.isatty():
            self._said = now
            seconds = simulated / 1_000_000
            print(f"{processed:,} records processed, {seconds:,.1f} s simulated", file=sys.stderr)


def _traces(file: TextIO) -> Callable[[Event], None]:
    write = file.write

    def listen(event: Event) -> None:
        write(event.to_line() + "\n")

    return listen


def _logs(file: TextIO, teller: Teller, least: str) -> Callable[[Event], None]:
    """Write lines in the layout that Kafka's own configurations have."""
    levels = LEVELS[LEVELS.index(least) :]

    def listen(event: Event) -> None:
        for line in teller.lines(event.to_fields()):
            if line.level in levels:
                file.write(f"[{clock_text(event.at // 1_000)}] {line.level} {line.text} ({line.logger})\n")

    return listen


def _lines(file: TextIO) -> Iterator[str]:
    """Give line by line; one that is too long is given as far as it takes to see that, for it may have no end."""
    while line := file.readline(LONGEST_LINE + 1):
        yield line


@contextmanager
def _written(name: str) -> Iterator[TextIO]:
    try:
        with Path(name).open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise Failure(f"{name} cannot be written: {error.strerror or error}.") from error


def _check_size(name: str) -> None:
    try:
        size = Path(name).stat().st_size
    except OSError as error:
        raise Failure(f"{name} cannot be read: {error.strerror or error}.") from error
    if size > _MOST_BYTES:
        raise Failure(
            f"{name} has {size / (1 << 20):,.0f} MB; {_MOST_BYTES >> 20} MB of records are the most here. Take a part "
            "of it, such as some minutes, or let records be made of a rate (generate in the configuration)."
        )
    lines = _count_lines(name) if size > MOST_RECORDS else 0
    if lines > MOST_RECORDS + _LINES_BESIDE:
        raise Failure(
            f"{name} has {lines:,} lines; {MOST_RECORDS:,} records are the most here. Take a part of it, such as some "
            "minutes, or let records be made of a rate (generate in the configuration)."
        )


def _count_lines(name: str) -> int:
    """Count the lines of a file, in which no more than counting them is done."""
    found = 0
    with Path(name).open("rb") as file:
        while data := file.read(_AT_ONCE):
            found += data.count(b"\n")
    return found
