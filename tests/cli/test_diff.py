"""`topoviz diff`: the verdict on a change, from files, from git, and what the exit code says."""

import json
import subprocess
from pathlib import Path

import pytest

from topoviz.cli.main import main

COUNTED = 'builder.stream("a").groupByKey().count().toStream().to("b");'
FILTERED = COUNTED.replace(".groupByKey", ".filter(p).groupByKey")
PEEKED = COUNTED.replace('.to("b")', '.peek(p).to("b")')
REFUSED = COUNTED + 'builder.stream("a").to("c"); builder.table("a");'
OTHER = 'builder.stream("x").mapValues(v -> v).filter(p).groupBy(s).reduce(r).toStream().peek(p).to("y");'


def program(text, name="Shop"):
    return f"class {name} {{ void build() {{\nStreamsBuilder builder = new StreamsBuilder();\n{text}\n}} }}\n"


@pytest.fixture
def diff(tmp_path, capsys, monkeypatch):
    """Run the command; gives the exit code, the output and what is said beside it."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, kafka="4.3"):
        code = main(["diff", "--kafka", kafka, *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def diff_texts(diff):
    """Run it on two programs."""

    def run(old, new, *options, **settings):
        Path("old.java").write_text(program(old))
        Path("new.java").write_text(program(new))
        return diff("old.java", "new.java", *options, **settings)

    return run


def test_the_verdict_stands_first_then_why_and_what_to_do_with_the_names_of_the_brokers(diff_texts):
    code, out, err = diff_texts(COUNTED, FILTERED, "--application-id", "shop")

    assert code == 4
    assert out.splitlines()[0] == "State is lost unless it is migrated"
    assert "`shop-KSTREAM-AGGREGATE-STATE-STORE-0000000001-changelog` stays behind" in " ".join(out.split())
    assert 'new.java:3:44: Materialized.as("KSTREAM-AGGREGATE-STATE-STORE-0000000001")' in out
    assert "$ kafka-consumer-groups.sh --bootstrap-server BROKER:9092 --describe --group shop --state" in out
    assert out.splitlines()[-1] == "What stays: 4 nodes, 2 topics; 3 nodes with another name."
    assert err == ""


@pytest.mark.parametrize(
    ("new", "options", "code"),
    [
        (FILTERED, ["--fail-on", "will-not-start"], 0),
        (FILTERED, ["--fail-on", "never"], 0),
        (PEEKED, [], 0),
        (PEEKED, ["--fail-on", "stop-all"], 0),
        (PEEKED, ["--fail-on", "note"], 4),
        (PEEKED.replace('"b"', "topic()"), [], 3),
        (FILTERED.replace("count()", "count(Materialized.as(name()))"), [], 4),
        (COUNTED.replace("count()", "count(Materialized.as(name()))"), ["--fail-on", "never"], 3),
    ],
)
def test_the_level_that_is_reached_decides_about_the_exit_code(diff_texts, new, options, code):
    assert diff_texts(COUNTED, new, *options)[0] == code


def test_what_nobody_can_tell_fails_unless_that_is_allowed(diff_texts):
    old = COUNTED.replace("count()", "count(Materialized.as(name()))")
    new = old.replace('.to("b")', '.peek(p).to("b")')

    code, out, _ = diff_texts(old, new)

    assert (code, out.splitlines()[0]) == (4, "Cannot tell: it may be “State is lost unless it is migrated”")
    assert diff_texts(old, new, "--allow-unknown")[0] == 3


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        (COUNTED, "Both versions have the same topology: nothing is to be done."),
        (OTHER, "These are two unrelated topologies: no topic and no store of one is in the other."),
    ],
)
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_what_needs_no_list_is_one_sentence(diff_texts, new, sentence, form):
    out = diff_texts(COUNTED, new, "--format", form)[1].replace("&#58;", ":")

    assert " ".join(out.split()).startswith(sentence)
    assert len(out.splitlines()) <= 2


def test_a_refused_new_version_will_not_start_in_kafkas_words(diff_texts):
    code, out, _ = diff_texts(COUNTED, REFUSED)

    assert (code, out.splitlines()[0]) == (1, "Will not start")
    assert "It ends with TopologyException: Invalid topology: Topic a has already been registered" in out


def test_a_refused_old_version_never_ran(diff_texts):
    code, out, err = diff_texts(REFUSED, COUNTED)

    assert (code, out) == (1, "")
    assert "it never ran, and there is nothing deployed to compare with" in err


def test_a_version_that_cannot_be_read_has_its_diagnostics(diff):
    Path("old.java").write_text(program(COUNTED))
    Path("new.java").write_text("class Shop { void hello() { print(1); } }")

    code, out, err = diff("old.java", "new.java")

    assert (code, out) == (2, "")
    assert err.startswith("new: error: The text has no call of the Kafka Streams DSL")
    assert "There is nothing to compare: the new version cannot be read, or has no topology; see above." in err


def test_sizes_of_stores_say_what_is_lost(diff_texts, tmp_path):
    (tmp_path / "sizes.yml").write_text("bytes: {KSTREAM-AGGREGATE-STATE-STORE-0000000001: 5_000}")
    said = [diff_texts(COUNTED, FILTERED, "--sizes", "sizes.yml", *form)[1] for form in ([], ["--format", "markdown"])]
    for one in said:
        assert "4.88 KiB of state for each task is lost" in one.replace("\n", " ")


def test_the_upgrade_alone_is_told_apart_from_the_edit(diff_texts):
    out = diff_texts(
        COUNTED, PEEKED, "--kafka-old", "3.9", "--guarantee-old", "at_least_once", "--guarantee", "exactly_once_v2",
        "--format", "json",
    )[1]  # fmt: skip
    document = json.loads(out)

    by = {one["code"]: one["by"] for one in document["findings"]}
    assert (by["version-changed"], by["steps-changed"]) == ("version", "edit")
    assert [document[side]["kafka_version"] for side in ("old", "new")] == ["3.9.2", "4.3.1"]
    assert document["deployment"]["guarantee_before"] == "at_least_once"


def test_several_topologies_are_matched_by_name(diff):
    for folder, first in (("old", COUNTED), ("new", FILTERED)):
        Path(folder).mkdir()
        Path(folder, "A.java").write_text(program(first, "A"))
        Path(folder, "B.java").write_text(program('builder.stream("c").to("d");', "B"))
    Path("new", "C.java").write_text(program('builder.stream("e").to("f");', "C"))

    code, out, err = diff("old", "new")

    assert code == 4
    assert [line for line in out.splitlines() if line.startswith("# ")] == ["# A.build()", "# B.build()"]
    assert "(new A.java:3:44; old A.java:3:34" in out
    assert "new: C.build() has no other version by this name, and is not compared." in err
    assert diff("old", "new", "--topology", "B.build()")[:2] == (
        0, "Both versions have the same topology: nothing is to be done.\n",
    )  # fmt: skip
    Path("new", "A.java").unlink()
    assert "Say it with --topology-old and --topology-new" in diff("old/A.java", "new")[2]
    assert diff("old/A.java", "new", "--topology-new", "B.build()", "--fail-on", "stop-all")[0] == 4


def git(*arguments):
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(diff):
    """A repository with two versions: committed, and not."""
    Path("src/main").mkdir(parents=True)
    file = Path("src/main/Shop.java")
    file.write_text(program(COUNTED))
    Path("src/main/Link.java").symlink_to("Shop.java")
    git("init", "--initial-branch", "main")
    git("add", ".")
    git("commit", "-m", "one")
    file.write_text(program(FILTERED))
    return diff


@pytest.mark.parametrize(
    ("old", "new"), [("main:src/main", "src/main"), ("HEAD:src/main/Shop.java", "src/main/Shop.java"), ("HEAD:", ".")]
)
def test_what_git_has_at_a_reference_is_a_version(repository, old, new):
    """Files have one name on both sides, so that calls are matched line by line."""
    code, out, _ = repository(old, new)

    assert (code, out.splitlines()[0]) == (4, "State is lost unless it is migrated")
    assert "Shop.java:3:34" in out


def test_a_path_counts_from_the_top_or_from_here(repository, monkeypatch):
    monkeypatch.chdir("src")

    assert repository("main:./main", "main")[0] == 4
    code, _, err = repository("main:main", "main")
    assert (code, "there is no main at main. Paths count from the top of the repository" in err) == (2, True)


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("nowhere:src", "git knows no nowhere here. Fetch it first"),
        ("main:src/test", "there is no src/test at main"),
        ("nowhere", "there is no such file. A version is a file, a folder, an archive"),
        ("--upload-pack=touch x:src", "there is no such file"),
        (":src/main/Shop.java", "there is no such file"),
    ],
)
def test_an_unknown_baseline_is_said_and_is_never_an_option(repository, old, said):
    code, out, err = repository("--", old, "src/main")

    assert (code, out) == (2, "")
    assert said in err
    assert not Path("x").exists()


def test_links_in_git_are_not_followed(repository):
    assert (
        "old: note: Not read: Link.java; a link, which is not followed." in repository("main:src/main", "src/main")[2]
    )
