"""What a command lists about whole modules, and what is chosen from it."""

import re

import pytest

from topoviz.cli.main import main

OPEN = """
class Orders {
    void build(String topic, Set<String> flags) {
        StreamsBuilder builder = new StreamsBuilder();
        if (flags.contains("new")) builder.stream(topic).to("copies");
    }
}
"""

STARTED = """
public class %s {
    public static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("%s").to("out");
        Supplier<Topology> other = %s::other;
        new KafkaStreams(builder.build(), new Properties());
    }
    static Topology other() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(nowhere()).to("other");
        return builder.build();
    }
}
"""


@pytest.fixture
def described(tmp_path, capsys):
    """What `describe` writes about two applications: its exit code, standard output, and lines of standard error."""
    for name in ("Billing", "Orders"):
        folder = tmp_path / name.lower() / "src"
        folder.mkdir(parents=True)
        (folder / f"{name}.java").write_text(STARTED % (name, name.lower(), name))

    def run(*options):
        code = main(["describe", str(tmp_path), "--kafka", "3.9", *options])
        captured = capsys.readouterr()
        return code, captured.out, captured.err.splitlines()

    return run


def test_several_applications_are_listed_before_their_texts_and_what_nothing_starts_with_the_reason(described):
    code, out, told = described()

    assert code == 0
    assert out.count("Topologies:") == 2
    assert told == [
        "2 applications with 2 topologies:",
        "  billing: Billing.main() (Billing.java:3), 2 nodes",
        "  orders: Orders.main() (Orders.java:3), 2 nodes",
        "note: Not started: 2 topologies. They are not among those shown; --topology NAME shows one.",
        "  Billing.other() (Billing.java:9), 2 nodes: Nothing that is started calls it.",
        "  Orders.other() (Orders.java:9), 2 nodes: Nothing that is started calls it.",
    ]


@pytest.mark.parametrize(
    ("wanted", "topics", "code", "told"),
    [
        ("Orders.main()", ["orders"], 0, 0),
        ("billing", ["billing"], 0, 0),
        ("Orders.java:9", ["nowhere"], 3, 1),
        ("Orders.java:3", ["orders"], 0, 0),
    ],
)
def test_a_topology_is_chosen_by_its_name_its_application_or_its_place(described, wanted, topics, code, told):
    exited, out, lines = described("--topology", wanted)

    assert re.findall(r"topics: \[\W*(\w+)", out) == topics
    assert (exited, len(lines)) == (code, told)


def test_what_is_beside_the_applications_is_told_behind_what_is_in_them(tmp_path, capsys):
    broken = "class Job { void run() { int a = 1 +* 2; } }"
    files = {"orders/src/Orders.java": OPEN} | {f"jobs/src/Job{number}.java": broken for number in range(20, 45)}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    main(["describe", str(tmp_path), "--kafka", "3.9"])
    lines = capsys.readouterr().err.splitlines()

    assert ["Orders.java" in line for line in lines[:3]] == [True, True, False]
    assert lines[-1].startswith("note: ")


def test_a_list_is_no_longer_than_fits_beside_what_is_not_certain(tmp_path, capsys):
    for number in range(12):
        (tmp_path / f"App{number}.java").write_text(STARTED % (f"App{number}", f"topic{number}", f"App{number}"))

    main(["describe", str(tmp_path), "--kafka", "3.9"])
    short = capsys.readouterr().err.splitlines()
    main(["describe", str(tmp_path), "--kafka", "3.9", "--verbose"])
    whole = capsys.readouterr().err.splitlines()

    assert [len(short), len(whole)] == [20, 26]
    assert short[9] == "  and 4 more; --verbose lists all."
