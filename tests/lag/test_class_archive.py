"""Classes of Java in an archive: small ones, and once that of Spark, which takes a minute or two."""

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pyspark
import pytest

from tests.pace import PATIENCE
from tests.processes import descendants, is_running, linux_only, wait_until
from topoviz.lag.class_archive import Archives, ClassArchive
from topoviz.lag.java import find_java
from topoviz.lag.make_archive import make_archive

JAR = next((Path(pyspark.__file__).parent / "jars").glob("slf4j-api-*.jar"))
MOST = 100 * 1024 * 1024


@pytest.fixture
def archive(tmp_path):
    (tmp_path / "java").mkdir()
    return ClassArchive.of(find_java(os.environ, tmp_path), Archives(tmp_path / "java", MOST))


def run(archive, *options):
    """Start a Java that does nothing; gives its exit code."""
    return subprocess.run([archive.java, *options, "-cp", JAR, "-version"], capture_output=True, check=False).returncode


def loaded(archive, folder):
    """Have a Java write down which classes it loads."""
    classes = folder / "loaded.classes"
    assert run(archive, f"-XX:DumpLoadedClassList={classes}") == 0
    return classes


def test_what_one_java_writes_down_is_what_the_next_one_maps(archive, tmp_path):
    classes = loaded(archive, tmp_path)
    assert archive.options == ""
    old = archive.place.with_name("of-another-spark.jsa")
    old.touch()
    assert not archive.is_settled

    assert archive.make(classes, str(JAR))
    archive.tidy_up()

    assert list(archive.place.parent.iterdir()) == [archive.place]
    assert archive.is_settled
    assert f'"-XX:SharedArchiveFile={archive.place}"' in archive.options
    # With this a Java refuses to start without its archive.
    assert run(archive, "-Xshare:on", f"-XX:SharedArchiveFile={archive.place}") == 0


def test_the_archive_of_a_java_has_one_name_wherever_its_wrapper_is(archive, tmp_path):
    (tmp_path / "other").mkdir()
    found = find_java(os.environ, tmp_path / "other")
    assert ClassArchive.of(found, Archives(archive.place.parent, MOST)).place == archive.place


def test_what_fails_once_is_not_tried_again(archive, tmp_path):
    classes = tmp_path / "loaded.classes"
    classes.write_text("no class of Java's at all\n")

    assert not archive.make(classes, "no-such.jar")
    archive.tidy_up()

    assert archive.is_settled
    assert archive.options == ""


def test_an_archive_that_is_too_large_is_thrown_away(archive, tmp_path):
    small = ClassArchive(archive.java, archive.place, 1000)
    classes = loaded(small, tmp_path)

    assert not small.make(classes, str(JAR))
    small.tidy_up()

    assert [one.suffix for one in small.place.parent.iterdir()] == [".failed"]


def test_only_one_makes_it(tmp_path):
    held = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    assert not make_archive(Archives(tmp_path, MOST))
    os.close(held)
    assert list(tmp_path.iterdir()) == []


@linux_only
@pytest.mark.parametrize("by", ["closing", "killing"])
def test_what_makes_it_ends_with_all_that_it_started(tmp_path, by):
    command = [sys.executable, "-m", "topoviz.lag.make_archive", "--until-input-ends", str(tmp_path), str(MOST)]
    maker = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    assert wait_until(lambda: descendants(maker.pid))
    started = descendants(maker.pid)

    if by == "closing":
        maker.stdin.close()
    else:
        os.killpg(maker.pid, signal.SIGKILL)

    assert maker.wait(PATIENCE) == -signal.SIGKILL
    maker.stdin.close()
    assert wait_until(lambda: not any(map(is_running, started)))
    assert not list(tmp_path.glob("*.jsa"))
