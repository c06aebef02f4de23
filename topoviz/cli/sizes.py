"""Sizes of stores on the command line."""

from __future__ import annotations

import argparse
from argparse import Namespace

from topoviz.cli.failure import failing
from topoviz.cli.reading import read_text
from topoviz.engine.state_sizes.model import StateSizes
from topoviz.engine.state_sizes.reading import BadSizes, read_state_sizes


def add_sizes(command: argparse.ArgumentParser) -> None:
    """Add the option that says how large the state of stores is."""
    command.add_argument(
        "--sizes", metavar="FILE",
        help="how large the state of each store is: what lag analyze --format json printed of a history with topics, "
        "or lines such as bytes: {per-order: 500_000_000} for each task",
    )  # fmt: skip


def sizes_of(options: Namespace) -> StateSizes | None:
    """Read the sizes, where somebody gives them; raises Failure."""
    if options.sizes is None:
        return None
    with failing(BadSizes):
        return read_state_sizes(read_text(options.sizes))
