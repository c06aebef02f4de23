"""Objects, inheritance and initialization, held against the titled programs of classes.txt.

What stands below the classes is the body of a main method that has a StreamsBuilder called `b`.
"""

import re
from pathlib import Path

import pytest

from tests.engine.analyzing import analysis_of, topics_read

_, *BLOCKS = re.split(
    "^# title: ",
    (Path(__file__).parents[2] / "fixtures" / "dsl" / "classes.txt").read_text(encoding="utf-8"),
    flags=re.MULTILINE,
)
CASES = {title: body.split("----\n") for title, _, body in (block.partition("\n") for block in BLOCKS)}


@pytest.mark.parametrize(("program", "topics"), CASES.values(), ids=CASES)
def test_a_program_reads_the_topics_of_its_case(program: str, topics: str):
    analysis = analysis_of(as_main(program))
    (topology,) = analysis.topologies
    nodes = topology.optimized.before.nodes.values()

    assert [topic for node in nodes for topic in getattr(node, "topics", ())] == topics.split()
    assert not analysis.is_unsure, analysis.diagnostics


def test_a_field_that_nobody_in_the_text_sets_is_unknown():
    analysis = analysis_of("class A { @Inject String topic; void wire(StreamsBuilder b) { b.stream(topic); } }")

    assert topics_read(analysis) == ["${topic}"]
    assert analysis.is_unsure


def as_main(program: str) -> str:
    """Put the statements of a case into a main method beside its classes."""
    classes, statements = [], []
    for part in re.split(r"\n(?=\S)(?!})", program.strip()):
        is_class = re.match(r"(abstract )?(class|interface|enum|record) ", part)
        (classes if is_class else statements).append(part)
    body = "\n".join(statements)
    return "\n".join(
        [
            *classes,
            f"class App {{ static void main(String[] args) {{ StreamsBuilder b = new StreamsBuilder();\n{body}\n}} }}",
        ]
    )
