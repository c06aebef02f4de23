"""Which function or constructor is meant, which field, and what happens to the objects of the text."""

import pytest

from tests.engine.analyzing import analysis_of, codes, described, topics_read
from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.objects import OptionsValue, PropertiesValue
from topoviz.engine.dsl.overloads import choose, find_method, find_overload
from topoviz.engine.dsl.program import Program
from topoviz.engine.dsl.program_reading import read_program
from topoviz.engine.dsl.values import Constant, Instance, ListValue, MapValue, Unknown, Value, taint
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax.java import read_java


def program_of(text: str) -> Program:
    unit, _ = read_java(SourceFile("A.java", text), 0)
    return read_program([unit])


def class_of(text: str) -> ClassInfo:
    return program_of(f"class A {{ {text} }}").classes["A"]


def chosen(info: ClassInfo, *arguments: Value) -> tuple[list[str], bool]:
    """The parameter types of the overload `f` that is chosen, and whether that is certain."""
    overload = find_overload(info, "f", arguments)
    assert overload is not None
    types = [one.type.simple_name for one in overload.function.declaration.parameters if one.type is not None]
    return types, overload.is_certain


@pytest.mark.parametrize(
    ("argument", "types", "is_certain"),
    [
        (Constant("x"), ["String"], True),
        (Constant(1), ["int"], True),
        (Constant(True), ["boolean"], True),
        (ListValue([]), ["List"], True),
        (MapValue(), ["Map"], True),
        (Unknown("n", "", type_name="String"), ["String"], True),
        (Unknown("n", ""), ["String"], False),
        (Constant(None), ["String"], False),
    ],
)
def test_the_argument_decides_between_overloads(argument: Value, types: list[str], is_certain: bool):
    info = class_of(
        "void f(String s) {} void f(int n) {} void f(boolean b) {} void f(List<String> l) {} void f(Map m) {}"
    )

    assert chosen(info, argument) == (types, is_certain)


def test_a_function_with_fixed_parameters_comes_before_one_with_any_number():
    info = class_of("void f(String... all) {} void f(String one) {}")

    assert chosen(info, Constant("x")) == (["String"], True)
    assert not find_overload(info, "f", [Constant("x")]).function.declaration.parameters[-1].variadic
    assert find_overload(info, "f", [Constant("x"), Constant("y")]).function.declaration.parameters[-1].variadic


def test_object_or_a_wider_number_leaves_the_choice_open():
    assert not chosen(class_of("void f(Object o) {} void f(String s) {}"), Constant("x"))[1]
    assert not chosen(class_of("void f(int n) {} void f(long n) {}"), Constant(1))[1]


def test_a_method_that_is_overridden_is_no_overload():
    program = program_of("class A<T> { void f(T t) {} } class B extends A<String> { void f(String s) {} }")

    assert chosen(program.classes["B"], Constant("x")) == (["String"], True)


def test_private_and_static_methods_are_not_overridden():
    program = program_of(
        "class A { private void f() {} static void g() {} void h() {} }"
        "class B extends A { void f() {} static void g() {} void h() {} }"
    )
    a, b = program.classes["A"], program.classes["B"]
    owners = {name: find_method(a, b, name, []).function.owner for name in ("f", "g", "h")}

    assert owners == {"f": a, "g": a, "h": b}


def test_no_function_takes_so_many_arguments():
    assert choose(class_of("void f(String s) {}").functions["f"], []) is None


def test_a_constructor_that_may_be_another_is_reported():
    text = (
        "class H { String t; H(Object o) { t = known(o); } H(String s) { t = s; } "
        'static int n; String known(Object o) { n++; return null; } }\nbuilder.stream(new H("x").t);'
    )

    assert "overload" in codes(analysis_of(text))


def test_constructors_that_only_keep_their_arguments_leave_no_doubt_but_in_what_they_keep():
    text = 'class H { String t; String n = "n"; H(Object o) { t = "o"; } H(String s) { this.t = s; } }\n'
    kept, other = (analysis_of(text + f'builder.stream(new H("x").{name});') for name in ("t", "n"))

    assert codes(kept) == {"unknown-text"}
    assert "constructors" in kept.diagnostics[0].reason
    assert not other.is_unsure


def test_of_two_fields_of_one_name_each_class_sees_its_own():
    text = (
        'class A { String name = "a"; String get() { return name; } }\n'
        'class B extends A { String name = "b"; }\n'
        "builder.stream(new B().get());"
    )
    analysis = analysis_of(text)

    assert (topics_read(analysis), analysis.is_unsure) == (["a"], False)


def test_two_fields_of_one_name_are_not_told_apart_from_outside():
    text = 'class A { String name = "a"; }\nclass B extends A { String name = "b"; }\nbuilder.stream(new B().name);'
    assert analysis_of(text).is_unsure


def test_an_anonymous_subclass_has_the_fields_that_its_supertype_sets():
    text = (
        "abstract class A { final String t; A(String t) { this.t = t; } abstract String topic(); }\n"
        'A a = new A("x") { String topic() { return t + "y"; } };\n'
        "builder.stream(a.topic());"
    )
    analysis = analysis_of(text)

    assert (topics_read(analysis), analysis.is_unsure) == (["xy"], False)


def test_a_field_holds_what_its_declared_type_makes_of_a_number():
    text = 'class A { double rate = 1; char letter = 98; }\nA a = new A();\nbuilder.stream("t" + a.rate + a.letter);'

    assert topics_read(analysis_of(text)) == ["t1.0b"]


def test_tainting_forgets_what_may_change_and_all_that_it_holds():
    info = program_of("class A { final String kept = null; String lost; }").classes["A"]
    inner = ListValue([Constant("x")])
    instance = Instance(info, {"kept": Constant("k"), "lost": inner})
    options = OptionsValue("Consumed")
    around = MapValue({"a": instance, "b": options, "c": PropertiesValue({"k": Constant("v")})})
    properties = around.entries["c"]

    taint(around, "why")

    assert not around.entries
    assert not around.is_exact
    assert instance.fields == {"kept": Constant("k"), "lost": Unknown("lost", "why")}
    assert not inner.elements
    assert not inner.is_exact
    assert options.doubt == "why"
    assert isinstance(properties, PropertiesValue)
    assert not properties.is_exact


def test_tainting_a_view_reaches_what_it_is_a_view_of_and_ends_in_circles():
    entries = MapValue({"a": Constant("x")})
    view = ListValue([Constant("a")], backing=entries)
    entries.entries["self"] = view

    taint(view, "why")

    assert not entries.is_exact


def test_an_extractor_whose_text_is_not_known_is_reported():
    text = (
        "class X implements TopicNameExtractor<String, String> { String n = name();"
        " public String toString() { return n; } }\n"
        'builder.stream("a").to(new X());'
    )
    analysis = analysis_of(text)

    assert "unknown-extractor" in codes(analysis)
    assert "(extractor class: @…)" in described(analysis)


def test_two_local_classes_of_one_name_are_numbered():
    text = 'class X implements TopicNameExtractor<String, String> { }\nbuilder.stream("a").to(new X());'
    assert "(extractor class: Fragment$1X@…)" in described(analysis_of(text))


TOPICS = (
    'package a; public class Topics { public static final String IN = "orders"; static String out() { return IN; } }'
)
OTHERS = 'package b; public class Others { public static final String IN = "others"; }'


def test_a_static_import_with_a_star_finds_constants_and_methods_of_the_text():
    analysis = analysis_of("import static a.Topics.*;\nbuilder.stream(IN); builder.stream(out() + 2);", TOPICS, OTHERS)

    assert topics_read(analysis) == ["orders", "orders2"]
    assert not analysis.is_unsure


def test_a_static_import_holds_for_its_own_file():
    wired = "class W{0} {{ static void wire(StreamsBuilder builder) {{ builder.stream(IN); }} }}"
    one = "import static a.Topics.IN;\n" + wired.format(1)
    two = "import static b.Others.IN;\n" + wired.format(2)
    analysis = analysis_of("W1.wire(builder); W2.wire(builder);", one, two, TOPICS, OTHERS)

    assert topics_read(analysis) == ["orders", "others"]


def test_constants_imported_from_outside_are_told_from_each_other():
    analysis = analysis_of("import static a.Topics.*;\nbuilder.stream(ORDERS); builder.table(CUSTOMERS);")

    assert [one.refusal for one in analysis.topologies] == [None]
    assert topics_read(analysis) == ["${ORDERS}", "${CUSTOMERS}"]


NESTED = """
package shop;
public class Settings {
    public static class Stores {
        static final String ORDERS = "settings-orders";
        static String persistentKeyValueStore(String name) { return name; }
    }
    public static class Topics { static final String ORDERS = "orders-of-settings"; }
}
"""

IMPORTING = """
package shop.wiring;
import lib.shared.Topics;
import org.apache.kafka.streams.*;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.Stores;
public class App {
    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("orders", Materialized.as(Stores.persistentKeyValueStore("orders-store")));
        {reading}
        return builder.build();
    }
}
"""


def test_an_imported_class_of_kafkas_is_not_a_nested_one_of_the_text():
    analysis = analysis_of(NESTED, IMPORTING.replace("{reading}", ""))
    assert "(stores: [orders-store])" in described(analysis)
    assert not analysis.is_unsure


def test_an_imported_class_that_is_not_in_the_text_is_not_another_of_its_name():
    analysis = analysis_of(NESTED, IMPORTING.replace("{reading}", "builder.stream(Topics.ORDERS);"))
    assert topics_read(analysis) == ["orders", "${Topics.ORDERS}"]
    assert analysis.is_unsure
