"""`topoviz render`, as its user meets it."""

import sys

import pytest

from tests.rendering.drawing import FILTER_BEFORE_JOIN, JOIN_AND_COUNT, parsed, words
from tests.rendering.forms.beginnings import BEGINNINGS, made_here
from topoviz.cli.main import main
from topoviz.rendering.forms.model import Form

REFUSED = 'builder.stream("a", Consumed.as("x")).to("b", Produced.as("x"));'


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "Program.java"
    path.write_text(JOIN_AND_COUNT, encoding="utf-8")
    return path


def run(*arguments):
    return main(["render", *map(str, arguments)])


def test_it_draws_the_topology_unless_asked_otherwise(program, tmp_path):
    out = tmp_path / "out.svg"

    assert run(program, "-o", out) == 0

    assert "Sub-topology 0" in words(out.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("view", "word"),
    [
        ("plan", "stream a"),
        ("plan-optimized", "stream a"),
        ("before-after", "After, topology.optimization = all"),
        ("topology", "from repartition"),
        ("overview", "Sub-topology 1"),
        ("sub-topology:1", "from repartition"),
        ("legend", "global store"),
    ],
)
def test_it_draws_the_view_that_is_asked_for(program, tmp_path, view, word):
    out = tmp_path / "out.svg"

    assert run(program, "-o", out, "--view", view, "--optimize", "all") == 0

    assert word in words(out.read_text(encoding="utf-8"))


def test_it_opens_what_is_named(program, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "topoviz.rendering.forms.registry.draw", lambda _, view, **__: asked.append(view.text) or "<svg/>"
    )

    run(program, "-o", tmp_path / "out.svg", "--open", "b,KSTREAM-SOURCE-0000000000", "--open", "r3", "--panel", "wide")
    run(program, "-o", tmp_path / "out.svg", "--view", "plan", "--whole")
    run(program, "-o", tmp_path / "out.svg", "--view", "around:b:2")

    assert asked == ["topology;open=p1,r0,r3,t1;panel=wide", "plan;whole", "around:t1:2"]


def test_it_prints_svg(program, capsysbinary):
    assert run(program, "-o", "-") == 0

    parsed(capsysbinary.readouterr().out.decode())


@pytest.mark.parametrize("form", made_here(Form))
def test_each_form_is_written_and_begins_as_such_files_do(program, tmp_path, form):
    out = tmp_path / f"OUT.{form.upper()}"

    assert run(program, "-o", out) == 0

    assert out.read_bytes().startswith(BEGINNINGS[form])


def test_a_file_in_a_folder_gets_a_name_that_says_what_is_inside(program, tmp_path, capsys):
    folder = tmp_path / "pictures"

    run(program, "-o", f"{folder}/", "--view", "sub-topology:1")
    run(program, "-o", folder, "--view", "plan", "--whole", "--format", "dot")
    run(program, "-o", folder, "--view", "around:b:1")
    run(program, "-o", folder, "--view", "around:p1:1")

    names = ["sub-topology-1.svg", "plan-whole.dot", "around-b.svg", "around-kstream-source-0000000000.svg"]
    names = [f"program-{name}" for name in names]
    assert capsys.readouterr().out.splitlines() == [str(folder / name) for name in names]
    assert {path.name for path in folder.iterdir()} == set(names)


def test_what_is_printed_may_have_any_form(program, capsysbinary):
    assert run(program, "-o", "-", "--format", "dot") == 0

    assert capsysbinary.readouterr().out.startswith(BEGINNINGS[Form.DOT])


def test_it_writes_dot_without_graphviz(program, tmp_path, monkeypatch):
    monkeypatch.setenv("DOT", "/nowhere/dot")
    out = tmp_path / "out.dot"

    assert run(program, "-o", out) == 0

    assert out.read_text(encoding="utf-8").startswith("digraph topoviz {")


def test_it_takes_a_theme(program, tmp_path):
    out = tmp_path / "out.svg"

    run(program, "-o", out, "--theme", "dark")

    assert 'data-theme="dark"' in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-o", "out.gif"], "out.gif is none of the kinds that can be drawn. Let it end in .svg, .png, "),
        (["-o", "out.svg", "--format", "dot"], "out.svg does not end in .dot, which --format asks for."),
        (["-o", "out"], "out is none of the kinds"),
        (["-o", "out.svg", "--view", "x"], "There is no view of this name. Choose one of: plan, plan-optimized,"),
        (["-o", "out.svg", "--view", "sub-topology"], "There is no view of this name."),
        (["-o", "out.svg", "--view", "sub-topology:-1"], "There is no view of this name."),
        (["-o", "out.svg", "--view", "sub-topology:7"], "There is no sub-topology 7. The topology has: 0, 1, 2."),
        (["-o", "out.svg", "--open", "nobody"], "There is no node, topic or store named nobody."),
        (["-o", "out.svg", "--view", "around:nobody:2"], "There is no node, topic or store named nobody."),
        (["-o", "out.svg", "--view", "topology;panel=huge"], "Choose phone, usual, wide, card."),
        (["-o", "/nowhere/out.svg"], "/nowhere/out.svg cannot be written: No such file or directory."),
    ],
)
def test_wrong_usage_is_told_in_a_sentence(program, tmp_path, monkeypatch, capsys, arguments, sentence):
    monkeypatch.chdir(tmp_path)

    assert run(program, *arguments) == 2

    assert sentence in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["Program.java"]


def test_a_missing_graphviz_is_told_in_a_sentence(program, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DOT", "/nowhere/dot")

    assert run(program, "-o", tmp_path / "out.svg") == 2

    assert "Correct DOT, or unset it." in capsys.readouterr().err


def test_without_the_server_extra_it_says_what_to_install(program, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    for name in [name for name in sys.modules if name.startswith("topoviz.rendering.")]:
        monkeypatch.delitem(sys.modules, name)

    assert run(program, "-o", tmp_path / "out.svg") == 2

    told = capsys.readouterr().err
    assert "Drawing needs the package graphviz" in told
    assert "pip install 'topoviz[server]'" in told


def test_a_refused_program_has_no_topology_and_code_1(tmp_path, capsys):
    path = tmp_path / "Refused.java"
    path.write_text(REFUSED, encoding="utf-8")
    out = tmp_path / "out.svg"

    assert run(path, "-o", out) == 1

    assert "there is no topology to draw" in capsys.readouterr().err
    assert not out.exists()


def test_the_plan_of_a_refused_program_is_drawn_with_code_1(tmp_path):
    path = tmp_path / "Refused.java"
    path.write_text(REFUSED, encoding="utf-8")
    out = tmp_path / "out.svg"

    assert run(path, "-o", out, "--view", "plan") == 1

    assert "stream a" in words(out.read_text(encoding="utf-8"))


def test_an_unsure_program_is_drawn_with_code_3(tmp_path):
    path = tmp_path / "Unsure.java"
    path.write_text('builder.stream(System.getenv("ORDERS")).to("b");', encoding="utf-8")
    out = tmp_path / "out.svg"

    assert run(path, "-o", out) == 3

    assert "${ORDERS}?" in words(out.read_text(encoding="utf-8"))


def test_a_dump_has_a_topology_and_no_plan(tmp_path, capsys):
    path = tmp_path / "dump.txt"
    path.write_text(
        "Topologies:\n   Sub-topology: 0\n    Source: in (topics: [a])\n      --> out\n"
        "    Sink: out (topic: b)\n      <-- in\n",
        encoding="utf-8",
    )

    assert run(path, "-o", tmp_path / "out.svg") == 0
    assert run(path, "-o", tmp_path / "plan.svg", "--view", "plan") == 2

    assert "A dump has no logical plan" in capsys.readouterr().err


def test_several_topologies_have_to_be_chosen_from(tmp_path, capsys):
    path = tmp_path / "Two.java"
    path.write_text(
        "class Two {"
        ' Topology one() { StreamsBuilder b = new StreamsBuilder(); b.stream("a").to("b"); return b.build(); }'
        ' Topology two() { StreamsBuilder b = new StreamsBuilder(); b.stream("c").to("d"); return b.build(); }'
        "}",
        encoding="utf-8",
    )

    assert run(path, "-o", tmp_path / "out.svg") == 2

    assert "Choose one with --topology NAME." in capsys.readouterr().err


def test_unreadable_text_has_code_2_and_no_file(tmp_path):
    path = tmp_path / "Nothing.java"
    path.write_text("class Nothing {}", encoding="utf-8")

    assert run(path, "-o", tmp_path / "out.svg") == 2
    assert not (tmp_path / "out.svg").exists()


def test_what_moves_is_drawn_from_the_command_line_too(tmp_path):
    path = tmp_path / "Program.java"
    path.write_text(FILTER_BEFORE_JOIN, encoding="utf-8")
    out = tmp_path / "out.svg"

    run(path, "-o", out, "--view", "before-after", "--optimize", "all")

    assert "moved" in words(out.read_text(encoding="utf-8"))
