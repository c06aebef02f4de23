"""Which functions of a program may run which is told by what calls are made on, and not by names alone."""

from collections.abc import Mapping

import pytest

from topoviz.engine.dsl.call_graph.graph import CallGraph, make_graph
from topoviz.engine.dsl.program import Program
from topoviz.engine.dsl.program_reading import read_program
from topoviz.engine.languages import language_of_name
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax.readers import read_file


def graph_of(files: Mapping[str, str]) -> tuple[Program, CallGraph]:
    units = [
        read_file(language_of_name(name), SourceFile(name, text), number)[0]
        for number, (name, text) in enumerate(files.items())
    ]
    program = read_program(units)
    return program, make_graph(program)


def uncalled(text: str, name: str = "A.java") -> list[str]:
    """List the functions that lead to the DSL, and that no other part of the text may run."""
    program, graph = graph_of({name: text})
    return [
        f"{one.owner.name}.{one.declaration.name}" if one.owner is not None else one.declaration.name
        for one in program.all_functions()
        if one.declaration.body is not None and graph.is_relevant(one.declaration) and not graph.is_called(one)
    ]


JAVA = [
    (
        "a method of the same name on another class is no call",
        """class A { void process(StreamsBuilder b) { b.stream("a").to("x"); } }
           class B { void wire(StreamsBuilder b) { KStream<String, String> s = b.stream("b"); s.process(P::new); } }""",
        ["A.process", "B.wire"],
    ),
    (
        "each of several programs has its own buildTopology()",
        """class A { public static void main(String[] x) { Topology t = buildTopology(); }
                     static Topology buildTopology() { return new StreamsBuilder().build(); } }
           class B { public static void main(String[] x) { Topology t = buildTopology(); }
                     static Topology buildTopology() { return new StreamsBuilder().build(); } }""",
        ["A.main", "B.main"],
    ),
    (
        "a static method is not what is called on an object of a library",
        """class A { static Topology build() { return new StreamsBuilder().build(); } }
           class B { void ask() { new Request.Builder().url("x").build(); } }""",
        ["A.build"],
    ),
    (
        "a template method is run by what stands above it",
        """abstract class Base { Topology t() { StreamsBuilder b = new StreamsBuilder(); wire(b); return b.build(); }
                                 abstract void wire(StreamsBuilder b); }
           class One extends Base { void wire(StreamsBuilder b) { b.stream("a").to("x"); } }""",
        ["Base.t"],
    ),
    (
        "what is injected as a list is run through its interface",
        """interface Wiring { void wire(StreamsBuilder b); }
           class One implements Wiring { public void wire(StreamsBuilder b) { b.stream("a").to("x"); } }
           class App { List<Wiring> all; void start(StreamsBuilder b) { all.forEach(w -> w.wire(b)); } }""",
        ["App.start"],
    ),
    (
        "overloads are told apart by what they are given",
        """class A { void add(StreamsBuilder b, String topic) { b.stream(topic).to("x"); }
                     void add(StreamsBuilder b, Function<String, String> f) { b.stream("f").to("x"); }
                     void start(StreamsBuilder b) { add(b, String::trim); } }""",
        ["A.add", "A.start"],
    ),
    (
        "a reference to a method runs it",
        """class A { void wire(StreamsBuilder b) { b.stream("a").to("x"); }
                     void start(StreamsBuilder b) { Consumer<StreamsBuilder> c = this::wire; c.accept(b); } }""",
        ["A.start"],
    ),
    (
        "on what has no known type, any function of the name may be meant",
        """class A { void wire(StreamsBuilder b) { b.stream("a").to("x"); }
                     void start(StreamsBuilder b) { Registry.find("a").wire(b); } }""",
        ["A.start"],
    ),
    (
        "what a new object sets is run by who makes it",
        """class Pipes { final StreamsBuilder b = new StreamsBuilder(); { b.stream("a").to("x"); }
                         Topology t() { return b.build(); } }
           class App { Topology make() { return new Pipes().t(); } }""",
        ["App.make"],
    ),
]


@pytest.mark.parametrize(("text", "starts"), [pytest.param(*case, id=name) for name, *case in JAVA])
def test_what_nothing_else_runs(text: str, starts: list[str]):
    assert uncalled(text) == starts


KOTLIN = [
    (
        "an extension of another type is not meant",
        """class Orders { fun write() = 1 }
           fun Orders.process() { StreamsBuilder().stream<String, String>("a").to("x") }
           fun start(b: StreamsBuilder) { val s: KStream<String, String> = b.stream("b"); s.process({ null }) }""",
        ["A.process", "A.start"],
    ),
    (
        "an extension of the builder is run on it",
        """fun StreamsBuilder.orders() { stream<String, String>("a").to("x") }
           fun topology(): Topology { val b = StreamsBuilder(); b.orders(); return b.build() }""",
        ["A.topology"],
    ),
    (
        "what a variable keeps is run where it is read",
        """val wiring = { b: StreamsBuilder -> b.stream<String, String>("a").to("x") }
           fun topology(): Topology { val b = StreamsBuilder(); wiring(b); return b.build() }""",
        ["A.topology"],
    ),
]


@pytest.mark.parametrize(("text", "starts"), [pytest.param(*case, id=name) for name, *case in KOTLIN])
def test_what_nothing_else_runs_in_kotlin(text: str, starts: list[str]):
    assert [one.replace("AKt.", "A.") for one in uncalled(text, "A.kt")] == starts


IN_SIGHT = [
    ("of its own package", "package app; class B { void run() { thing().map(); } }", True),
    ("of a package that is imported", "package b; import app.Streams; class B { void run() { thing().map(); } }", True),
    ("of what an imported one imports", "package b; import c.C; class B { void run() { thing().map(); } }", True),
    ("by a file without a package", "class B { void run() { thing().map(); } }", True),
    ("of nothing that is imported", "package b; import d.D; class B { void run() { thing().map(); } }", False),
]


@pytest.mark.parametrize(("_why", "text", "may_run"), IN_SIGHT)
def test_a_method_of_which_only_the_name_is_said_may_be_one_of_a_class_in_sight(_why: str, text: str, may_run: bool):
    program, graph = graph_of(
        {
            "B.java": text,
            "Streams.java": "package app; class Streams { KStream<K, V> s; void map() { s.mapValues(x -> x); } }",
            "C.java": "package c; import app.*; class C { }",
            "D.java": "package d; class D { }",
        }
    )
    (run,) = (one for one in program.all_functions() if one.declaration.name == "run")
    assert graph.is_relevant(run.declaration) == may_run


def test_an_extension_of_kotlin_is_in_sight_where_it_is_imported():
    files = {
        "A.kt": "package app\nfun <K, V> KStream<K, V>.keep() = mapValues { it }",
        "B.kt": "package b\nimport app.keep\nfun yes(x: Any) = x.keep()",
        "C.kt": "package c\nimport app.other\nfun no(x: Any) = x.keep()",
    }
    program, graph = graph_of(files)
    relevant = [one.declaration.name for one in program.all_functions() if graph.is_relevant(one.declaration)]
    assert relevant == ["keep", "yes"]


def test_a_part_leads_to_the_dsl_by_what_it_may_run():
    program, graph = graph_of(
        {
            "A.java": "class A { void f(Log log, Pipes p) { log.write(); p.write(); } }",
            "Pipes.java": 'class Pipes { void write() { new StreamsBuilder().stream("a").to("x"); } }',
            "Log.java": "class Log { void write() { } }",
        }
    )
    statements = program.classes["A"].functions["f"][0].declaration.body.statements

    assert [graph.leads(one) for one in statements] == [False, True]


CALLS = [
    (
        "what a lambda is given is what its type says",
        "A.java",
        """class A { Function<KStream<String, String>, KTable<String, Long>> f = s -> s.groupBy((k, v) -> v).count();
                     Object all(List<String> given) { return given.stream().map(s -> s.split(",")).toList(); } }""",
        ["groupBy", "count"],
    ),
    (
        "streams are taken out of what holds them",
        "A.java",
        """class A { void add(Map<String, KStream<String, String>> all) {
                         all.forEach((name, one) -> one.to(name)); all.get("a").filter(A::is).print(null); } }""",
        ["to", "filter", "print"],
    ),
    (
        "a list is no stream, whatever its elements are called elsewhere",
        "A.kt",
        """fun List<Row>.used(): List<Row> = this.filter { it.used }.map { it.row }
           fun KStream<String, Row>.used() = this.filter { _, row -> row.used }""",
        ["filter"],
    ),
    (
        "in a function with a receiver the functions of the DSL need no name before them",
        "A.kt",
        """fun build() = StreamsBuilder().apply { stream<String, String>("a").let { s -> s.merge(s) }; other() }""",
        ["stream", "merge"],
    ),
]


@pytest.mark.parametrize(("name", "text", "calls"), [pytest.param(*case, id=title) for title, *case in CALLS])
def test_what_belongs_to_the_dsl(name: str, text: str, calls: list[str]):
    _, graph = graph_of({name: text})

    assert [method for _, method in sorted(graph.dsl_calls.items())] == calls
