"""What the tests of every language's reader ask: titled examples, spans in range, and the reason of a refusal."""

import re

from topoviz.engine.diagnostics import Severity
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax.tree import Call, Unknown
from topoviz.engine.syntax.walk import walk

CASE = re.compile(r"^# title: (?P<title>.*)\n(?P<source>(?:.*\n)*?)----\n(?P<expected>(?:.+\n)+)", re.MULTILINE)


def find_cases(folder):
    """Every example: its title, a source text, and the tree and the diagnostics that stand below it."""
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        found = list(CASE.finditer(text))
        assert len(found) == text.count("# title: "), path
        for case in found:
            name = f"{path.stem}: {case['title']}"
            yield name, case["source"].removesuffix("\n"), case["expected"]


def refusal_in(unit, diagnostics):
    """The reason why nothing could be read."""
    assert [type(statement) for statement in unit.statements] == [Unknown]
    [diagnostic] = diagnostics
    assert diagnostic.severity is Severity.UNREADABLE
    assert diagnostic.next_step
    return diagnostic.reason


def assert_spans_of(reader, name, text):
    """Check all spans of a text, which must not raise when it is read."""
    file = SourceFile(name, text)
    unit, diagnostics = reader(file, 7)
    spans = [node.span for node in walk(unit)]
    spans += [node.name_span for node in walk(unit) if isinstance(node, Call)]
    spans += [diagnostic.span for diagnostic in diagnostics]
    assert all(span.file_id == 7 and 0 <= span.start <= span.end <= len(file.data) for span in spans)
