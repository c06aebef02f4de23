"""A module held against its files: what is kept, what is lost and what is absent, and which files it has."""

from pathlib import Path

import pytest

from tests.modules.__main__ import MODULES, figures
from tests.modules.comparing import Became, Match, match, state_of_file, why
from tests.modules.files import Listed, Module, read_list, read_module
from tests.modules.running import Seen, look_at
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission

ORDERS = """
class Orders {
    static Topology build() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("orders").filter((key, value) -> true).to("paid");
        return builder.build();
    }
}
"""
OPEN = """
class Orders {
    static String topic = "orders";
    static Topology build() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(topic).filter((key, value) -> true).to("paid");
        return builder.build();
    }
}
"""
CHANGING = """
class Application {
    public static void main(String[] args) {
        Orders.topic = args[0];
        new KafkaStreams(Orders.build(), new Properties());
    }
}
"""


def _look(**files: str) -> Seen:
    named = tuple(SourceFile(f"{name}.java", text) for name, text in files.items())
    return look_at(Submission(Bundle(named)))


def _only(orders: str, application: str) -> tuple[Match, Seen]:
    module = _look(Application=application, Orders=orders)
    (found,) = match("Orders.java", _look(Orders=orders), module)
    return found, module


def test_a_topology_that_the_module_makes_too_is_kept_wherever_its_file_stands() -> None:
    found, module = _only(ORDERS, "class Other { }")
    assert (found.alone.state, found.became) == ("sure", Became.KEPT)
    assert state_of_file("Orders.java", module) == "complete"


def test_a_topology_that_the_module_is_not_sure_of_is_lost_and_its_doubt_is_the_reason() -> None:
    found, module = _only(OPEN, CHANGING)
    assert found.became is Became.LOST
    assert state_of_file("Orders.java", module) == "unsure"
    assert found.inside is not None
    assert why(found, module) == list(found.inside.why[:3])


def test_a_file_of_which_the_topology_is_refused_is_not_absent() -> None:
    refused = ORDERS.replace('"paid"', "(String) null")
    assert state_of_file("Orders.java", _look(Orders=refused)) == "refused"


def test_a_row_counts_those_that_nothing_starts_by_whether_they_are_sure() -> None:
    orders = 'class Orders { KStream<String, String> add(StreamsBuilder b) { return b.stream("a").filter(TEST); } }'
    application = """class Application { public static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("orders").to("paid");
        new KafkaStreams(builder.build(), new Properties()); } }"""
    found, module = _only(orders, application)
    row = dict(zip(MODULES[7:10], figures(Module((), ()), [], module, [found])[6:9], strict=True))
    assert (found.became, row) == (Became.NOT_STARTED, {"refused": 0, "not started: sure": 1, "unsure": 0})


def test_a_topology_is_kept_where_another_call_of_the_module_makes_its_source() -> None:
    adds = 'class Orders { static void add(StreamsBuilder b) { b.stream("orders").foreach(TEST); } }'
    application = """class Application { public static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("orders").to("paid");
        Orders.add(builder);
        new KafkaStreams(builder.build(), new Properties()); } }"""
    found, _ = _only(adds, application)
    assert found.became is Became.KEPT


def test_a_topology_whose_places_the_module_does_not_have_is_absent() -> None:
    alone = _look(Orders=ORDERS)
    (found,) = match("Orders.java", alone, Seen())
    assert (found.became, found.inside) == (Became.ABSENT, None)
    assert state_of_file("Orders.java", Seen()) == "absent"


@pytest.mark.parametrize(
    ("listed", "names", "with_dsl"),
    [
        (Listed("me/it", "app"), ["app/src/main/java/Orders.java", "app/pom.xml", "pom.xml"], 1),
        (Listed("me/it", "lib"), ["lib/src/test/java/Orders.java"], 1),
        (Listed("me/it", "app", "app/src/test/java/It.java"), ["app/src/test/java/It.java", "app/test/Flat.java"], 3),
    ],
)
def test_a_module_is_its_sources_settings_and_build_files_and_tests_only_where_they_hold_the_dsl(
    tmp_path: Path, listed: Listed, names: list[str], with_dsl: int
) -> None:
    for name, text in {
        "pom.xml": "<project/>",
        "app/pom.xml": "<project/>",
        "app/src/main/java/Orders.java": ORDERS,
        "app/src/main/resources/application.yml": "a: b",
        "app/src/test/java/It.java": ORDERS,
        "app/test/Flat.java": ORDERS,
        "app/docker-compose.yml": "a: b",
        "app/target/Made.java": ORDERS,
        "lib/src/main/java/Value.java": "class Value { }",
        "lib/src/test/java/Orders.java": ORDERS,
    }.items():
        path = tmp_path / "me+it" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    module = read_module(listed, tmp_path)
    found = {file.name for file in module.files}
    assert isinstance(module, Module)
    assert found >= set(names)
    assert not any("docker" in name or "target" in name for name in found)
    assert ("app/src/test/java/It.java" in found) == (listed.file is not None)
    assert len(module.with_dsl) == with_dsl


def test_a_list_names_modules_or_the_files_in_them(tmp_path: Path) -> None:
    (tmp_path / "modules").write_text("repo\tcommit\tpath\nme/it\tab\tapp\n")
    (tmp_path / "files").write_text("file\trepo\tpath\tmodule\n1\tme/it\tapp/A.java\tapp\n")
    assert read_list(tmp_path / "modules") == [Listed("me/it", "app")]
    assert read_list(tmp_path / "files") == [Listed("me/it", "app", "app/A.java")]
