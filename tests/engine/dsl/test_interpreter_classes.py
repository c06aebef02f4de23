"""Objects, inheritance and initialization, as Java orders them."""

import pytest

from tests.engine.analyzing import analysis_of, topics_read


@pytest.mark.parametrize(
    ("classes", "call", "topics"),
    [
        ('class A { static String t = "a"; }', "b.stream(A.t);", ["a"]),
        ('class A { String t = "a"; { t += "b"; } String u = t + "c"; A(String s) { t += s; } }',
         'A a = new A("x"); b.stream(a.t); b.stream(a.u);', ["abx", "abc"]),
        ('class A { String t; A() { this("x"); t += "1"; } A(String s) { t = s; } }', "b.stream(new A().t);", ["x1"]),
        ('class A { String t; A(String s) { t = "a" + s; } } class C extends A { C(String s) { super(s + "c"); } }',
         'b.stream(new C("x").t);', ["axc"]),
        ('class A { String n() { return "a"; } String all() { return n(); } } class C extends A { String n() { return "c"'
         " + super.n(); } }", "b.stream(new C().all());", ["ca"]),
        ('interface I { String T = "const"; default String t() { return "d-" + T; } } class C implements I { }',
         "b.stream(new C().t());", ["d-const"]),
        ('abstract class A { abstract String t(); String all() { return t() + t(); } }',
         'b.stream(new A() { String t() { return "x"; } }.all());', ["xx"]),
        ('enum E { ONE("x"), TWO("y"); final String t; E(String t) { this.t = t; } }',
         "for (E e : E.values()) b.stream(e.t + e.name());", ["xONE", "yTWO"]),
        ('record R(String name, int n) { String both() { return name + n; } }',
         'R r = new R("a", 7); b.stream(r.both()); b.stream(r.name());', ["a7", "a"]),
        ('class A { int n = 0; class In { String next() { n++; return "t" + n; } } In make() { return new In(); } }',
         "A a = new A(); A.In in = a.make(); b.stream(in.next()); b.stream(in.next());", ["t1", "t2"]),
        ('class W { StreamsBuilder b; String p = ""; W(StreamsBuilder b) { this.b = b; } W p(String p) { this.p = p; '
         "return this; } W add(String t) { b.stream(p + t); return this; } }",
         'new W(b).add("a").p("x-").add("c");', ["a", "x-c"]),
        ("class A { static String all(String... t) { return t.length + String.join(\"\", t); } }",
         'b.stream(A.all()); b.stream(A.all("x")); b.stream(A.all("x", "y"));', ["0", "1x", "2xy"]),
        ("class A { String t = \"field\"; String of(String t) { return t + this.t; } }",
         'b.stream(new A().of("given"));', ["givenfield"]),
    ],
)  # fmt: skip
def test_a_program_with_classes_reads_these_topics(classes: str, call: str, topics: list[str]):
    analysis = analysis_of(
        f"{classes}\nclass App {{ static void main(String[] args) {{ StreamsBuilder b = new StreamsBuilder(); {call} }} }}"
    )
    plan = analysis.topologies[0].optimized.before

    assert [topic for node in plan.nodes.values() for topic in getattr(node, "topics", ())] == topics
    assert not analysis.is_unsure, analysis.diagnostics


def test_a_field_that_nobody_in_the_text_sets_is_unknown():
    analysis = analysis_of('class A { @Value("x") String topic; void wire(StreamsBuilder b) { b.stream(topic); } }')

    assert topics_read(analysis) == ["${topic}"]
    assert analysis.is_unsure


def test_a_local_class_sees_the_variables_round_it():
    analysis = analysis_of("""
        class App { static void main(String[] args) {
            StreamsBuilder b = new StreamsBuilder();
            String prefix = "p-";
            Supplier<String> s = new Supplier<>() { public String get() { return prefix + "x"; } };
            b.stream(s.get());
        } }
    """)

    assert topics_read(analysis) == ["p-x"]
