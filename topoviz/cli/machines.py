"""Options that say what machines and records are like."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from topoviz.engine.assignment.reading_settings import whole_number
from topoviz.engine.sizing.given import MOST_CPUS, MOST_RECORD_BYTES, MOST_RECORD_MS


def add_machines(command: argparse.ArgumentParser) -> None:
    """Add them to a command that reckons what a cluster needs."""
    command.add_argument("--cpus", type=_whole(1, MOST_CPUS), metavar="NUMBER", help="CPUs of each instance")
    command.add_argument(
        "--record-bytes",
        type=_whole(0, MOST_RECORD_BYTES),
        metavar="NUMBER",
        help="bytes of a record and its key",
    )
    command.add_argument(
        "--record-ms", type=_milliseconds, metavar="NUMBER",
        help="milliseconds that a record takes in one task, on a CPU of its own",
    )  # fmt: skip


def _whole(least: int, most: int) -> Callable[[str], int]:
    """Give what reads a whole number within bounds."""

    def read(text: str) -> int:
        try:
            return whole_number(least, most)(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return read


def _milliseconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= MOST_RECORD_MS:
        raise argparse.ArgumentTypeError(f"is not a number from 0 to {MOST_RECORD_MS:,}: {text[:40]!r}.")
    return number
