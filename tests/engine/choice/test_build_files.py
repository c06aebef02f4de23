"""The version comes from the build files of a bundle: Maven's and Gradle's ways to say it, and what they leave open."""

import re
from pathlib import Path

import pytest

from topoviz.engine.analysis import analyze
from topoviz.engine.choice.choice import ChosenBy
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.engine.versions import NEWEST_PATCH, newest_version

CASES = Path(__file__).parents[2] / "fixtures" / "build_files.txt"
PROGRAM = 'builder.stream("a").to("b");'
SCRIPT = "dependencies {{ implementation platform('{}'), 'org.apache.kafka:kafka-streams' }}"
POM = """<project><dependencies><dependency>
<groupId>org.apache.kafka</groupId><artifactId>kafka-streams</artifactId><version>{}</version>
</dependency></dependencies></project>"""


def analysis_of(*files: tuple[str, str]) -> Analysis:
    return analyze(Submission(Bundle(tuple(SourceFile(name, text) for name, text in files))))


def cases():
    """Title, version, words of the reason, and the files."""
    for case in re.split(r"^== ", CASES.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, body = case.partition("\n")
        title, version, words = re.fullmatch(r"(.*?): (\S+), (.*)", heading).groups()
        pieces = re.split(r"^-- (.+)\n", body, flags=re.MULTILINE)[1:]
        yield title, version, words, list(zip(pieces[::2], pieces[1::2], strict=True))


def test_build_files_say_the_version_or_the_reason_why_they_do_not():
    said = {title: (version, words, analysis_of(("A.java", PROGRAM), *files))
            for title, version, words, files in cases()}  # fmt: skip

    assert len(said) > 30
    for title, (version, words, analysis) in said.items():
        choice = analysis.choice
        known = str(choice.version) if choice.by is ChosenBy.BUILD_FILE else "unknown"
        assert (title, known) == (title, version)
        assert words in choice.sentence, title
        assert (choice.span is None) is (known == "unknown"), title
        assert len(analysis.topologies) == 1, title


def test_a_line_that_is_not_known_is_unsure():
    analysis = analysis_of(("A.java", PROGRAM), ("pom.xml", POM.format("9.1.0")))

    assert analysis.choice.version == newest_version()
    assert "names 9.1.0, which is not known here; this is the nearest" in analysis.choice.sentence
    assert [one.code for one in analysis.diagnostics] == ["unknown-version"]
    assert analysis.is_unsure


def test_a_platform_that_brings_what_is_not_known_is_not_said_to_bring_another(monkeypatch):
    monkeypatch.setitem(NEWEST_PATCH, (3, 4), 0)
    platform = "org.springframework.boot:spring-boot-dependencies:3.1.5"

    choice = analysis_of(("A.java", PROGRAM), ("build.gradle", SCRIPT.format(platform))).choice

    words = "Spring Boot 3.1.5 brings 3.4.1, which is not known here; this is the nearest"
    assert choice.sentence == f"Kafka Streams 3.4.0: {words}."


def test_builds_of_several_versions_are_unsure_unless_the_programs_belong_to_one():
    builds = [("a/pom.xml", POM.format("3.9.0")), ("b/pom.xml", POM.format("3.9.2"))]

    both = analysis_of(("A.java", PROGRAM), *builds)
    one = analysis_of(("a/src/A.java", PROGRAM), *builds)

    assert "several-versions" in [diagnostic.code for diagnostic in both.diagnostics]
    assert (str(one.choice.version), one.is_unsure) == ("3.9.0", False)


def test_a_dump_beside_a_build_file_stays_a_dump():
    dump = "Topologies:\n   Sub-topology: 0\n    Source: s (topics: [a])\n      --> none\n"
    script = 'dependencies { api("org.apache.kafka:kafka-streams:3.9.0") }'

    analysis = analysis_of(("dump.txt", dump), ("build.gradle.kts", script))

    assert [topology.name for topology in analysis.topologies] == ["dump.txt"]
    assert str(analysis.choice.version) == "3.9.0"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pom.xml", "<project>" + "<a>" * 100_000),
        ("pom.xml", "<project>" + "<dependencies><dependency/></dependencies>" * 20_000),
        ("build.gradle", "a = b\nb = a\n" + "dependencies { api \"org.apache.kafka:kafka-streams:$a\" }"),
        ("build.gradle", "{" * 100_000),
        ("build.gradle", "dependencies { api " + "'a:b:c' + " * 20_000),
        ("build.gradle", '"' + "${$" * 60_000),
        ("libs.versions.toml", "a = " + "[" * 100_000),
        ("build.gradle", "x" * 600_000),
    ],
    ids=lambda text: text[:40],
)  # fmt: skip
def test_no_build_file_breaks_the_analysis(name: str, text: str):
    assert len(analysis_of(("A.java", PROGRAM), (name, text)).topologies) == 1


def test_builds_of_gradle_beside_each_other_have_variables_of_their_own():
    script = "ext {{ kafka = '{}' }}\ndependencies {{ implementation \"org.apache.kafka:kafka-streams:$kafka\" }}"
    files = [(f"{one}/{name}", text) for one, version in (("a", "2.7.0"), ("b", "2.6.0"))
             for name, text in (("settings.gradle", ""), ("build.gradle", script.format(version)))]  # fmt: skip

    assert str(analysis_of(("b/src/A.java", PROGRAM), *files).choice.version) == "2.6.0"
