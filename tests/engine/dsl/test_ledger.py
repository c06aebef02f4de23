"""The ledger: every DSL call that stands in a text, and what became of it."""

import pytest

from tests.engine.analyzing import analysis_of, described
from topoviz.engine.dsl.ledger import Fate

AWKWARD = {
    "a helper called twice": 'class A { void f(StreamsBuilder b, String t) { b.stream(t).to("x"); }'
    ' void m(StreamsBuilder b) { f(b, "1"); f(b, "2"); } }',
    "a helper nobody calls": 'class A { void m(StreamsBuilder b) { b.stream("a"); } private void f(KStream<?, ?> s)'
    ' { s.filter((k, v) -> true).to("x"); } }',
    "dead code": 'if (false) { builder.stream("a").to("b"); }\nbuilder.stream("c");',
    "behind a return": 'class A { void m(StreamsBuilder b) { b.stream("a"); if (true) return; b.table("b"); } }',
    "behind a return that is assumed": "class A { void m(StreamsBuilder b, boolean x) {"
    ' if (x) { b.stream("a"); return; } b.table("b"); } }',
    "a loop over nothing": 'for (String t : new String[0]) { builder.stream(t).to("x"); }\nbuilder.stream("c");',
    "an unknown condition": 'if (x) { builder.stream("a"); } else { builder.stream("b").to("c"); }',
    "an unknown receiver": 'builder.stream("a");\nsomething().mapValues(v -> v).to("x");',
    "an operator that does not exist": 'builder.stream("a").filtre((k, v) -> true).to("x");',
    "a stream of java.util": 'Stream.of("a").filter(x -> true).map(x -> x).forEach(x -> builder.stream(x));',
    "a refusal in the middle": 'builder.stream("a", Consumed.as("not legal"));\nbuilder.stream("b").to("c");',
    "a lambda that nobody calls": 'Runnable r = () -> builder.stream("a").to("b");\nbuilder.stream("c");',
    "broken code": 'builder.stream("a").filter((k, v) -> .to("b");\nbuilder.stream("c").to("d");',
    "a catch": 'try { builder.stream("a"); } catch (Exception e) { builder.stream("b").to("c"); }',
    "a budget spent": 'while (true) { builder.stream("a"); }\nbuilder.stream("b");',
    "a chain over lines": 'builder\n  .stream("a")\n  // a comment\n  .filter((k, v) -> true)\n  .to("b");',
}


@pytest.mark.parametrize("program", AWKWARD.values(), ids=AWKWARD)
def test_the_fates_add_up_to_the_calls_seen(program: str):
    ledger = analysis_of(program).ledger

    assert ledger.entries
    assert sum(ledger.count(fate) for fate in Fate) == len(ledger.entries)
    assert len({entry.span for entry in ledger.entries}) == len(ledger.entries)
    assert all(entry.reason for entry in ledger.entries if entry.fate is not Fate.MODELLED)


@pytest.mark.parametrize("program", AWKWARD.values(), ids=AWKWARD)
def test_an_entry_stands_where_the_method_is_named(program: str):
    analysis = analysis_of(program)

    assert all(analysis.submission.bundle.text_at(entry.span) == entry.method for entry in analysis.ledger.entries)


@pytest.mark.parametrize(
    ("name", "fates"),
    [
        ("a helper called twice", {"stream": "modelled", "to": "modelled"}),
        ("dead code", {"to": "not reachable"}),
        ("behind a return", {"stream": "modelled", "table": "not reachable"}),
        ("behind a return that is assumed", {"stream": "modelled", "table": "reported"}),
        ("a loop over nothing", {"to": "not reachable"}),
        ("an unknown condition", {"to": "reported"}),
        ("an unknown receiver", {"stream": "modelled", "mapValues": "reported"}),
        ("an operator that does not exist", {"stream": "modelled"}),
        ("a catch", {"to": "not reachable"}),
        ("a chain over lines", {"stream": "modelled", "filter": "modelled", "to": "modelled"}),
    ],
)
def test_a_call_has_the_fate_that_the_program_gives_it(name: str, fates: dict[str, str]):
    found = {entry.method: str(entry.fate) for entry in analysis_of(AWKWARD[name]).ledger.entries}

    assert fates.items() <= found.items()


def test_calls_of_other_libraries_are_not_counted():
    program = 'List<String> l = List.of("a"); l.stream().map(x -> x).filter(x -> true).count(); builder.stream("a");'

    assert [entry.method for entry in analysis_of(program).ledger.entries if entry.fate is not Fate.NOT_REACHABLE] == [
        "stream"
    ]


def test_entries_stand_in_the_order_of_the_text():
    ledger = analysis_of('builder.stream("b").to("c");\nbuilder.table("d").toStream().to("e");').ledger

    assert [entry.method for entry in ledger.entries] == ["stream", "to", "table", "toStream", "to"]


def test_calls_that_are_lost_in_broken_text_make_the_shape_and_later_numbers_unsure():
    text = described(
        analysis_of("""
            StreamsBuilder builder = new StreamsBuilder();
            KStream<String, String> first = builder.stream("a");
            KStream<String, String> second = first.selectKey((k, v) -> # { builder.stream("lost"); );
            second.groupByKey().count();
        """)
    )

    assert "Sub-topology: 0?" in text
    assert "Source: KSTREAM-SOURCE-0000000000 (" in text


def test_what_another_function_adds_after_a_lost_call_is_unsure():
    text = described(
        analysis_of("""
            class A {
                static void copy(StreamsBuilder b) { b.stream("x").to("y"); }
                static Topology build() {
                    StreamsBuilder b = new StreamsBuilder();
                    b.stream("a").filter((k, v) -> # { b.stream("lost").to("lost"); );
                    copy(b);
                    return b.build();
                }
            }
        """)
    )

    assert "Sub-topology: 0?" in text
    assert "KSTREAM-SINK-0000000003 " not in text


def test_a_bracket_that_is_missing_at_the_end_loses_nothing():
    broken = (
        'class A { Topology t() { StreamsBuilder b = new StreamsBuilder(); b.stream("a").to("b"); return b.build();'
    )

    assert "Sub-topology: 0\n" in described(analysis_of(broken))
