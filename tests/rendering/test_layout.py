"""Places are right, Graphviz is found, and no run of it goes beyond its limits."""

import json
import os
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import pytest

from tests.processes import is_running, linux_only, wait_until
from tests.rendering.drawing import chain_of
from topoviz import child
from topoviz.rendering import layout
from topoviz.rendering.dot import to_dot
from topoviz.rendering.layout import TooMuch, find_dot, is_crossed, lay_out, run_dot
from topoviz.rendering.limits import A_PICTURE, MAX_BOXES, MAX_TIES
from topoviz.rendering.picture import Box, Group, Kind, Picture, Tie, Undrawable
from topoviz.rendering.shapes import size_of
from topoviz.rendering.topology_picture import draw_topology, scene_of


def boxes(count):
    return tuple(Box(f"b{index}", Kind.STATELESS, f"box {index}") for index in range(count))


def program(folder, text):
    """Write a program that stands where dot would."""
    path = folder / "dot"
    path.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
    path.chmod(0o755)
    return (str(path),)


# --- places -----------------------------------------------------------------------------------------------------------


def test_flow_goes_down():
    placed = lay_out(Picture("", "", boxes(2), (Tie("b0", "b1"),)))

    assert placed.centres["b0"].y < placed.centres["b1"].y
    assert placed.curves[0].tip is not None
    assert placed.curves[0].tip.y == pytest.approx(placed.centres["b1"].y - placed.sizes["b1"].height / 2, abs=1.5)


def test_boxes_keep_the_size_that_was_reckoned_and_do_not_overlap():
    shown = draw_topology(scene_of(chain_of(["in", "a", "b", "out"], store="a-very-long-name-of-a-store" * 3)))

    placed = lay_out(shown)

    for box in shown.boxes:
        assert placed.sizes[box.key] == size_of(box)
    for one, other in combinations(shown.boxes, 2):
        (a, b), (first, second) = ((placed.centres[box.key], placed.sizes[box.key]) for box in (one, other))
        across, down = abs(a.x - first.x), abs(a.y - first.y)
        assert across >= (b.width + second.width) / 2 or down >= (b.height + second.height) / 2


def test_frames_hold_their_boxes_and_no_topics():
    shown = draw_topology(scene_of(chain_of(["in", "a", "out"], store="s")))

    placed = lay_out(shown)

    frame = placed.frames[0]
    for box in shown.boxes:
        centre = placed.centres[box.key]
        is_inside = frame.x < centre.x < frame.x + frame.width and frame.y < centre.y < frame.y + frame.height
        assert is_inside == (box.kind is not Kind.TOPIC), box.title


def test_a_line_that_leaves_through_a_waypoint_is_one_curve():
    early, others = boxes(1)[0], boxes(3)[1:]
    shown = Picture(
        "", "", (replace(early, group=0), *others), (Tie("b0", "b1", ranks=3), Tie("b0", "b2")), (Group(0, "Group"),)
    )

    placed = lay_out(shown)

    curve, above, below = placed.curves[0], placed.centres["b0"], placed.centres["b1"]
    assert (len(curve.points) - 1) % 3 == 0
    assert curve.tip is not None
    # From the edge of the one box to the edge of the other, three rows below.
    assert curve.points[0].y == pytest.approx(above.y + placed.sizes["b0"].height / 2, abs=1.5)
    assert curve.tip.y == pytest.approx(below.y - placed.sizes["b1"].height / 2, abs=1.5)
    assert below.y > placed.centres["b2"].y


def test_a_picture_without_boxes_needs_no_graphviz(monkeypatch):
    monkeypatch.setenv("DOT", "/nowhere/dot")

    assert lay_out(Picture("", "", ())).size.width == 0


def test_a_title_knows_whether_a_line_goes_through_it():
    curve = lay_out(Picture("", "", boxes(2), (Tie("b0", "b1"),))).curves[0]
    middle = curve.points[len(curve.points) // 2]

    assert is_crossed(layout.Frame(middle.x - 5, middle.y - 5, 10, 10), [curve])
    assert not is_crossed(layout.Frame(middle.x + 50, middle.y - 5, 10, 10), [curve])


# --- which Graphviz ---------------------------------------------------------------------------------------------------


def test_the_program_in_dot_comes_first(tmp_path):
    (named,) = program(tmp_path, "")

    assert find_dot({"DOT": named, "PATH": ""}) == (named,)


def test_a_program_on_the_path_comes_before_the_library(tmp_path):
    (found,) = program(tmp_path, "")

    assert find_dot({"PATH": str(tmp_path)}) == (found,)


def test_without_a_program_the_library_stands_in():
    command = find_dot({"PATH": ""})

    assert command[0] == sys.executable
    assert Path(command[-1]).name == "dot_stand_in.py"


def test_a_wrong_dot_is_told_and_not_replaced():
    with pytest.raises(Undrawable, match=r"DOT names a program that is not there\. Correct DOT, or unset it\."):
        find_dot({"DOT": "/nowhere/dot", "PATH": os.environ["PATH"]})


def test_without_any_graphviz_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr(layout, "find_spec", lambda name: None if name == "pygraphviz" else find_spec(name))

    with pytest.raises(Undrawable, match=r"pip install 'topoviz\[server\]'"):
        find_dot({"PATH": ""})


# --- limits -----------------------------------------------------------------------------------------------------------


def test_too_many_boxes_are_refused_before_graphviz_starts(monkeypatch):
    monkeypatch.setenv("DOT", "/nowhere/dot")

    with pytest.raises(Undrawable, match=f"{MAX_BOXES + 1:,} boxes; the limit is {MAX_BOXES:,}"):
        lay_out(Picture("", "", boxes(MAX_BOXES + 1)))


def test_too_many_lines_are_refused_before_graphviz_starts(monkeypatch):
    monkeypatch.setenv("DOT", "/nowhere/dot")
    ties = tuple(Tie("b0", "b1", ranks=rank) for rank in range(MAX_TIES + 1))

    with pytest.raises(Undrawable, match=f"{MAX_TIES + 1:,} lines; the limit is {MAX_TIES:,}"):
        lay_out(Picture("", "", boxes(2), ties))


def test_a_dense_picture_is_given_up_in_time():
    """Sixty boxes with a line between any two take Graphviz more than a minute."""
    shown = boxes(60)
    ties = tuple(Tie(one.key, other.key) for one, other in combinations(shown, 2))
    started = time.monotonic()

    with pytest.raises(TooMuch, match=r"takes more than 1\.5 seconds"):
        run_dot(to_dot(Picture("", "", shown, ties), with_text=False), find_dot(os.environ), wall_seconds=1.5)

    assert time.monotonic() - started < 30


def test_a_program_that_hangs_is_ended_with_all_it_started(tmp_path):
    noted = tmp_path / "children"
    hanging = program(
        tmp_path,
        "import os, subprocess, time\n"
        "started = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(noted)!r}, 'w').write(f'{{os.getpid()}} {{started.pid}}')\n"
        "time.sleep(600)\n",
    )

    with pytest.raises(TooMuch, match="takes more than 2 seconds"):
        run_dot("digraph {}", hanging, wall_seconds=2)

    for number in noted.read_text(encoding="utf-8").split():
        assert wait_until(lambda pid=int(number): not is_running(pid))


@linux_only
def test_a_program_may_not_take_all_memory(tmp_path):
    greedy = program(tmp_path, "import sys\nsys.stdin.read()\nx = bytearray(3 << 30)\n")

    with pytest.raises(TooMuch, match="may have run out of its 1,024 MB"):
        run_dot("digraph {}", greedy)


@linux_only
def test_a_program_may_not_take_processor_time_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(layout, "A_PICTURE", replace(A_PICTURE, cpu_seconds=1))
    busy = program(tmp_path, "import sys\nsys.stdin.read()\nwhile True: pass\n")

    with pytest.raises(TooMuch, match="takes more than 20 seconds"):
        run_dot("digraph {}", busy)


@linux_only
def test_a_program_may_not_fill_the_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(layout, "A_PICTURE", replace(A_PICTURE, output=10_000))
    talkative = program(
        tmp_path,
        "import signal, sys\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\nsys.stdin.read()\n"
        "while True: sys.stdout.write('x' * 4096)\n",
    )

    with pytest.raises(TooMuch, match="larger than"):
        run_dot("digraph {}", talkative)


def test_a_program_that_fails_is_told_by_its_code(tmp_path):
    with pytest.raises(TooMuch, match="ended with code 7"):
        run_dot("digraph {}", program(tmp_path, "raise SystemExit(7)"))


@pytest.mark.parametrize("answer", ["", "{}", "[]", '{"bb": "0,0,1,1"}', '{"bb": 7}', '{"bb": "0,0,1,nan"}', "no JSON"])
def test_an_answer_that_is_none_is_told(tmp_path, monkeypatch, answer):
    (path,) = program(tmp_path, f"print({answer!r})")
    monkeypatch.setenv("DOT", path)

    with pytest.raises(Undrawable, match="cannot be read"):
        lay_out(Picture("", "", boxes(1)))


def test_a_program_that_cannot_be_started_is_told(tmp_path):
    broken = tmp_path / "dot"
    broken.write_text("#!/nowhere/python\n", encoding="utf-8")
    broken.chmod(0o755)

    with pytest.raises(Undrawable, match="Graphviz does not start"):
        run_dot("digraph {}", (str(broken),))


def test_graphviz_sees_an_empty_folder_and_may_open_no_files(tmp_path):
    curious = program(
        tmp_path,
        "import json, os, sys\n"
        "print(json.dumps({'argv': sys.argv[1:], 'files': os.listdir(), 'given': sys.stdin.read(),\n"
        "    'group': os.getpgid(0) == os.getpid(), **os.environ}))\n",
    )

    seen = json.loads(run_dot("digraph {}", curious))

    assert seen["argv"] == ["-Tjson0"]
    assert seen["files"] == []
    assert seen["given"] == "digraph {}"
    assert seen["group"] is True
    assert seen["SERVER_NAME"] == "x"
    assert seen["GV_FILE_PATH"] == "/var/empty"
    assert "HOME" not in seen


def test_the_stand_in_knows_one_format():
    answer = child.run_child((*child.own_script(str(layout.STAND_IN)), "-Tpng"), b"digraph {}", A_PICTURE)

    assert answer.ending is child.Ending.FAILED
    assert answer.code == 2
