"""Programs that never end, or are deeper than any Python stack."""

import pytest

from tests.engine.analyzing import analysis_of, codes
from tests.pace import ends
from topoviz.engine.diagnostics import Severity
from topoviz.engine.dsl.budget import Budget
from topoviz.engine.dsl.ledger import Fate


def test_an_endless_loop_is_left_and_told():
    analysis = analysis_of('while (true) { int x = 1; }\nbuilder.stream("a");')

    assert codes(analysis) == {"long-loop"}
    assert analysis.is_unsure
    assert len(analysis.topologies[0].description.groups) == 1


def test_endless_recursion_is_left_and_told():
    program = """
        class A {
            static void f(StreamsBuilder b) { b.stream("a"); g(b); }
            static void g(StreamsBuilder b) { f(b); }
            static void main(String[] args) { f(new StreamsBuilder()); }
        }
    """
    analysis = analysis_of(program)

    assert codes(analysis) == {"recursion"}
    assert analysis.is_unsure


def test_recursion_with_an_end_is_followed_to_it():
    program = """
        class A {
            static void f(StreamsBuilder b, int n) { if (n > 0) { b.stream("t" + n); f(b, n - 1); } }
            static void main(String[] args) { f(new StreamsBuilder(), 20); }
        }
    """
    analysis = analysis_of(program)

    assert not analysis.is_unsure
    assert len(analysis.topologies[0].description.groups) == 20


def test_a_spent_budget_leaves_what_was_found_and_doubts_it():
    program = 'for (int i = 0; i < 1000; i++) { builder.stream("t" + i); }'
    analysis = analysis_of(program, budget=Budget(steps=500))

    assert codes(analysis) == {"budget"}
    assert analysis.topologies[0].description.groups
    assert analysis.is_unsure


def test_a_start_that_never_ends_leaves_steps_for_the_others():
    program = """
        class Feeder { public static void main(String[] x) { StreamsBuilder b = new StreamsBuilder(); feed(b); }
                       static void feed(StreamsBuilder b) { while (true) { b.stream("fed"); } } }
        class App { public static void main(String[] x) { new StreamsBuilder().stream("a").to("b"); } }
    """
    analysis = analysis_of(program, budget=Budget(steps=100_000))

    assert codes(analysis) == {"budget"}
    assert [bool(one.unsure) for one in analysis.topologies] == [True, False]


def test_three_thousand_calls_in_a_chain_are_followed():
    with ends():
        analysis = analysis_of('builder.stream("a")' + ".filter((k, v) -> true)" * 3000 + '.to("b");')

    assert len(analysis.topologies[0].description.groups[0].nodes) == 3002
    assert analysis.ledger.count(Fate.MODELLED) == 3002
    assert not analysis.is_unsure


@pytest.mark.parametrize(
    "text",
    [
        'builder.stream("a" + ' + "(" * 30_000 + '"b"' + ")" * 30_000 + ");",
        'builder.stream("a");' + "{" * 30_000,
        "f(" * 30_000,
        "x = -" + "-" * 30_000 + "1;",
        'builder.stream("a" + ' + " + ".join(['"b"'] * 8_000) + ");",
        'String s = "' + "a" * 1_000_000 + '"; builder.stream(s);',
    ],
    ids=["parentheses", "braces", "calls", "signs", "sums", "long text"],
)
def test_nothing_that_a_text_says_breaks_the_engine(text: str):
    with ends():
        analysis = analysis_of(text)

    assert analysis.topologies or any(one.severity is Severity.UNREADABLE for one in analysis.diagnostics)


@pytest.mark.parametrize("text", ["", "   \n", "int x = 1;", "Nothing of code.", "\ud83d", "class", '"', "/*", "@"])
def test_a_text_without_kafka_streams_says_so(text: str):
    analysis = analysis_of(text)

    assert analysis.is_unreadable
    assert analysis.topologies == ()
    assert all(one.reason and one.effect and one.next_step for one in analysis.diagnostics)


TWENTY_TIMES = "for (int i = 0; i < 20; i++) "


@pytest.mark.parametrize(
    "program",
    [
        f'String s = "a"; {TWENTY_TIMES}s = s + s; builder.stream(s);',
        f'String s = "a"; {TWENTY_TIMES}s = s.replace("a", "aa"); builder.stream(s);',
        f'String s = "a"; {TWENTY_TIMES}s = String.format("%s%s", s, s); builder.stream(s);',
        f'String s = "a"; {TWENTY_TIMES}s = String.join(s, s, s); builder.stream(s);',
        f'StringBuilder s = new StringBuilder("a"); {TWENTY_TIMES}s.append(s); builder.stream(s.toString());',
        f'List<String> l = new ArrayList<>(List.of("a")); {TWENTY_TIMES}l.addAll(l); builder.stream("a" + l.size());',
        f'Object l = "x"; {TWENTY_TIMES}l = new ArrayList<>(List.of(l, l)); builder.stream("a" + l);',
    ],
)
def test_what_doubles_with_every_turn_is_left_before_it_fills_the_memory(program: str):
    analysis = analysis_of(program)

    assert "budget" in codes(analysis)
    assert analysis.is_unsure


def test_one_program_does_not_use_up_the_steps_of_the_next():
    program = """
        class Endless {
            static int turns;
            static void wire(StreamsBuilder b) { if (turns++ < 0) { b.stream("never"); } }
            public static void main(String[] args) {
                StreamsBuilder b = new StreamsBuilder();
                while (true) { wire(b); }
            }
        }
        class Short {
            public static void main(String[] args) {
                StreamsBuilder b = new StreamsBuilder();
                b.stream("orders");
                new KafkaStreams(b.build(), null);
            }
        }
    """
    analysis = analysis_of(program, budget=Budget(steps=20_000, loop_turns=1_000_000))

    short = next(one for one in analysis.topologies if one.name == "Short.main()")
    assert "budget" in codes(analysis)
    assert short.description is not None
    assert not short.unsure


def test_what_every_turn_of_a_loop_asks_for_is_said_once():
    program = """
        class Job {
            public static void main(String[] args) {
                StreamsBuilder b = new StreamsBuilder();
                for (int turn = 0; turn < 50; turn++) { if (Database.count() > turn) { b.stream("orders" + turn); } }
            }
        }
    """
    asked = [one for one in analysis_of(program).diagnostics if one.code == "unknown-condition"]

    assert len(asked) == 1
