"""Graphviz is found, lays out several graphs at once, and no run of it goes beyond its limits."""

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
from topoviz import child
from topoviz.rendering.limits import A_PICTURE
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places import graphviz
from topoviz.rendering.places.graphviz import TooMuch, find_dot, run_dot


def program(folder, text):
    """Write a program that stands where dot would."""
    path = folder / "dot"
    path.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
    path.chmod(0o755)
    return (str(path),)


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
    monkeypatch.setattr(graphviz, "find_spec", lambda name: None if name == "pygraphviz" else find_spec(name))

    with pytest.raises(Undrawable, match=r"pip install 'topoviz\[server\]'"):
        find_dot({"PATH": ""})


# --- limits -----------------------------------------------------------------------------------------------------------


def test_a_dense_picture_is_given_up_in_time():
    """Sixty boxes with a line between any two take Graphviz more than a minute."""
    lines = "\n".join(f"n{one} -> n{other}" for one, other in combinations(range(60), 2))
    started = time.monotonic()

    with pytest.raises(TooMuch, match=r"takes more than 1\.5 seconds"):
        run_dot(f"digraph {{\n{lines}\n}}", find_dot(os.environ), wall_seconds=1.5)

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
    # Piece by piece: on a busy machine it may have begun before it is limited.
    pieces = "x = []\nfor _ in range(40):\n    x.append(bytearray(100 << 20))\n    time.sleep(0.1)\n"
    greedy = program(tmp_path, f"import sys, time\nsys.stdin.read()\n{pieces}")

    with pytest.raises(TooMuch, match="may have run out of its 1,024 MB"):
        run_dot("digraph {}", greedy)


@linux_only
def test_a_program_may_not_take_processor_time_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(graphviz, "A_PICTURE", replace(A_PICTURE, cpu_seconds=1))
    busy = program(tmp_path, "import sys\nsys.stdin.read()\nwhile True: pass\n")

    with pytest.raises(TooMuch, match="takes more than 20 seconds"):
        run_dot("digraph {}", busy)


@linux_only
def test_a_program_may_not_fill_the_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(graphviz, "A_PICTURE", replace(A_PICTURE, output=10_000))
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
    answer = child.run_child((*child.own_script(str(graphviz.STAND_IN)), "-Tpng"), b"digraph {}", A_PICTURE)

    assert answer.ending is child.Ending.FAILED
    assert answer.code == 2
