"""`topoviz explain`: say what the optimizer did, and why each internal topic, store and sub-topology is there."""

from __future__ import annotations

import sys
from argparse import Namespace

from topoviz.cli.session import analyze_files, choose, exit_code, heading, print_json
from topoviz.engine.explanations.explain import explain
from topoviz.engine.explanations.to_markdown import to_markdown
from topoviz.engine.explanations.to_text import to_text
from topoviz.rendering.explanation_json import explanation_to_json
from topoviz.rendering.wire import choice_to_json


def run(options: Namespace) -> int:
    """Print the explanation of every chosen topology, of refused ones too."""
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    explanations = [explain(analysis, topology) for topology in shown]
    if options.format == "json":
        choice = {"version_choice": choice_to_json(analysis)}
        print_json([explanation_to_json(explanation) | choice for explanation in explanations])
        return exit_code(analysis, shown)
    write = to_markdown if options.format == "markdown" else to_text
    for topology, explanation in zip(shown, explanations, strict=True):
        sys.stdout.write(heading(analysis, topology, len(shown)))
        sys.stdout.write(write(explanation))
    return exit_code(analysis, shown)
