"""Names decide which files are looked at, in Python and in the browser alike: both are held against one table."""

import json
from pathlib import Path

from topoviz.engine.source import SourceFile
from topoviz.intake.archive import is_archive
from topoviz.intake.choice import choose, is_wanted

NAMES = json.loads((Path(__file__).parents[1] / "fixtures/intake/names.json").read_text(encoding="utf-8"))
OTHER = SourceFile("Other.java", "import org.apache.kafka.streams.KafkaStreams;")


def test_names_of_programs_settings_and_build_files_are_wanted():
    assert [name for name in NAMES["wanted"] if not is_wanted(name)] == []
    assert [name for name in NAMES["unwanted"] if is_wanted(name)] == []


def test_archives_are_told_by_their_names():
    assert [name for name in NAMES["archives"] if not is_archive(name)] == []
    assert [name for name in NAMES["no_archives"] if is_archive(name)] == []


def test_tests_are_told_by_their_folders():
    def is_of_tests(name):
        return SourceFile(name, "") not in choose([OTHER, SourceFile(name, "")]).files

    assert [name for name in NAMES["tests"] if not is_of_tests(name)] == []
    assert [name for name in NAMES["no_tests"] if is_of_tests(name)] == []
