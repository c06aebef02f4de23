"""Classes of Java in an archive: a small one, for that of Spark takes the better part of a minute."""

import os
import subprocess
from pathlib import Path

import pyspark
import pytest

from topoviz.lag.class_archive import Archives, ClassArchive
from topoviz.lag.java import find_java

JAR = next((Path(pyspark.__file__).parent / "jars").glob("slf4j-api-*.jar"))
MOST = 100 * 1024 * 1024


@pytest.fixture
def archive(tmp_path):
    return ClassArchive.of(find_java(os.environ, tmp_path), Archives(tmp_path / "java", MOST))


def run(archive, *options):
    """Start a Java that does nothing; gives its exit code."""
    return subprocess.run([archive.java, *options, "-cp", JAR, "-version"], capture_output=True, check=False).returncode


def test_what_one_java_writes_down_is_what_the_next_one_maps(archive):
    classes = archive.record()
    assert run(archive, archive.options(classes).strip('"')) == 0
    assert archive.options(None) == ""
    old = archive.place.with_name("of-another-spark.jsa")
    old.touch()

    assert archive.make(classes, str(JAR))

    assert list(archive.place.parent.iterdir()) == [archive.place]
    assert archive.record() is None
    assert f'"-XX:SharedArchiveFile={archive.place}"' in archive.options(None)
    # With this a Java refuses to start without its archive.
    assert run(archive, "-Xshare:on", f"-XX:SharedArchiveFile={archive.place}") == 0


def test_what_fails_once_is_not_tried_again(archive):
    classes = archive.record()
    classes.write_text("no class of Java's at all\n")

    assert not archive.make(classes, "no-such.jar")

    assert archive.record() is None
    assert archive.options(None) == ""


def test_an_archive_that_is_too_large_is_thrown_away(archive):
    small = ClassArchive(archive.java, archive.place, 1000)
    classes = small.record()
    run(small, small.options(classes).strip('"'))

    assert not small.make(classes, str(JAR))

    assert [one.suffix for one in small.place.parent.iterdir()] == [".failed"]
