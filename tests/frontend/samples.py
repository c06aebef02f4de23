"""The analyses and the change with which the front end's model is tested: what the engine really gives for programs.

`python -m tests.frontend.samples` writes them anew.
"""

import json
from pathlib import Path

from topoviz.engine.analysis import analyze
from topoviz.engine.changes.deployed import Asked
from topoviz.engine.comparison import Pair, compare_pair
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.rendering.analysis_json import analysis_to_json
from topoviz.rendering.changes.reported import reported_of
from topoviz.web.documents.examples import examples_document

PROJECT = Path(__file__).parents[2]
PROGRAMS = PROJECT / "tests" / "fixtures" / "frontend"
SAMPLES = PROJECT / "frontend" / "tests" / "samples"

OPTIMIZED = {"join_and_count"}


def samples():
    """Give each sample's file and the text that it should hold."""
    for program in sorted(PROGRAMS.iterdir()):
        settings = Settings(optimize="all" if program.stem in OPTIMIZED else None)
        bundle = Bundle((SourceFile(program.name, program.read_text(encoding="utf-8")),))
        analysis = analysis_to_json(analyze(Submission(bundle, settings)))
        yield SAMPLES / f"{program.stem}.json", json.dumps(analysis, indent=1) + "\n"
    yield SAMPLES / "change.json", json.dumps(change(), indent=1) + "\n"


def change():
    """Give what one filter more changes, as a comparison has it."""
    (example,) = (one for one in examples_document() if one["old"] is not None)
    old, new = (
        analyze(Submission(Bundle((SourceFile(one["name"], one["text"]),)), Settings()))
        for one in (example["old"], example)
    )
    found = compare_pair(Pair(old.topologies[0], new.topologies[0]), old, new, Asked("shop"))
    return reported_of(found).document


if __name__ == "__main__":
    for file, text in samples():
        file.write_text(text, encoding="utf-8")
