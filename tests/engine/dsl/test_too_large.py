"""What is larger than anybody means ends as a diagnostic or a refusal, never as a mistake of the engine."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.rendering.analysis_json import analysis_to_json

DIGITS = "1" * 5_000
NAME = "n" * 600
NESTED = "List.of(" * 300 + '"x"' + ")" * 300
CIRCLE = "class A extends B { } class B extends C { } class C extends A { }"


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        (f'b.stream("q" + Integer.parseInt("{DIGITS}"));', "refused"),
        (f'b.stream("q" + Long.valueOf("0{DIGITS}"));', "refused"),
        (f'b.stream(String.format("%{DIGITS}d", 3));', "unknown-text"),
        (f'b.stream(String.format("%{DIGITS}$d", 3));', "unknown-text"),
        ('b.stream(String.format(Locale.US, "%.99999999f", 3.0));', "unknown-text"),
        ('b.stream("a".replaceAll("", "-")).to(nowhere());', "unknown-text"),
        (f"Object o = {NESTED}; b.stream(nowhere() + o);", "unknown-text"),
        ('List<Object> o = new ArrayList<>(); o.add(List.of(o)); b.stream("q" + o);', "unknown-text"),
        ("new A().add(b);", "class-circle"),
        (f't.addSource("{NAME}", "a"); t.addSink(nowhere(), "b", "{NAME}");', "unknown-text"),
        (f'b.stream("{NAME}").to(nowhere());', "unknown-text"),
    ],
)
def test_what_is_too_large_is_told(statement, code):
    made = "Topology t = new Topology();" if statement.startswith("t.") else "StreamsBuilder b = new StreamsBuilder();"
    analysis = analysis_of(f"class App {{ void run() {{ {made} {statement} }} }} {CIRCLE}")
    assert code in {one.code for one in analysis.diagnostics}
    assert analysis_to_json(analysis)
