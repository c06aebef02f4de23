"""`topoviz plan`: print the logical plan, as a tree or as JSON."""

from __future__ import annotations

import sys
from argparse import Namespace

from topoviz.cli.session import analyze_files, choose, exit_code, heading, print_json
from topoviz.engine.logical.tree_text import plan_to_text
from topoviz.rendering.wire import plan_to_json


def run(options: Namespace) -> int:
    """Print the plan of every chosen topology, after the optimizer unless asked otherwise."""
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    if options.format == "json":
        print_json([plan_to_json(analysis, topology) for topology in shown or (None,)])
        return exit_code(analysis, shown)
    for topology in shown:
        optimized = topology.optimized
        if optimized is None:
            if topology.why_no_plan:
                print(f"note: {topology.why_no_plan}", file=sys.stderr)
        elif optimized.refusal is None or options.before:
            sys.stdout.write(heading(analysis, topology, len(shown)))
            plan = optimized.before if options.before else optimized.plan
            sys.stdout.write(plan_to_text(plan, analysis.behaviours))
    return exit_code(analysis, shown)
