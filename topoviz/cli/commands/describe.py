"""`topoviz describe`: print what Topology#describe() would print."""

from __future__ import annotations

import sys
from argparse import Namespace

from topoviz.cli.session import analyze_files, choose, exit_code, heading
from topoviz.engine.topology.describe import to_text


def run(options: Namespace) -> int:
    """Print the description of every chosen topology that Kafka Streams would build."""
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    for topology in shown:
        if topology.description is not None:
            sys.stdout.write(heading(analysis, topology, len(shown)))
            sys.stdout.write(to_text(topology.description, topology.unsure))
    return exit_code(analysis, shown)
