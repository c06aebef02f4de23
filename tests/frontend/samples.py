"""The analyses with which the front end's model is tested: what the engine really gives for these programs.

`python -m tests.frontend.samples` writes them anew.
"""

import json
from pathlib import Path

from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.rendering.analysis_json import analysis_to_json

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


if __name__ == "__main__":
    for file, text in samples():
        file.write_text(text, encoding="utf-8")
