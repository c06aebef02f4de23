"""`topoviz check`: what it compares with, what it says, and what its exit code means."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.checking.conftest import COUNTED, DUMP, FILTERED, PEEKED, REFUSED, UNSURE, git, program
from topoviz.cli.checking.plain_output import harmless


@pytest.mark.parametrize(
    ("new", "options", "code"),
    [
        (COUNTED, [], 0),
        (PEEKED, [], 0),
        (PEEKED, ["--fail-on", "note"], 4),
        (FILTERED, [], 4),
        (FILTERED, ["--fail-on", "will-not-start"], 0),
        (FILTERED, ["--fail-on", "never"], 0),
        (REFUSED, [], 1),
        (UNSURE, [], 0),
        (UNSURE, ["--require-certain"], 3),
    ],
)
def test_the_level_that_is_reached_decides_about_the_exit_code(repository, check, new, options, code):
    repository.write_text(program(new))

    assert check("src/main", "--baseline", "main", *options)[0] == code


def test_what_nobody_can_tell_fails_unless_that_is_allowed(repository, check):
    named = COUNTED.replace("count()", "count(Materialized.as(name()))")
    repository.write_text(program(named))
    git("commit", "-am", "named elsewhere")
    repository.write_text(program(named.replace('.to("b")', '.peek(p).to("b")')))

    assert check("src/main", "--baseline", "main")[0] == 4
    assert check("src/main", "--baseline", "main", "--allow-unknown")[0] == 0


@pytest.mark.parametrize(
    ("given", "folder"),
    [(["src/main"], "."), (["."], "."), (["src/main/Shop.java"], "."), (["main"], "src"), (["../main"], "src/other")],
)
def test_the_same_files_are_looked_at_in_git_and_named_from_its_top(repository, check, monkeypatch, given, folder):
    repository.write_text(program(FILTERED))
    Path(folder).mkdir(exist_ok=True)
    monkeypatch.chdir(folder)

    code, out, _ = check(*given, "--baseline", "HEAD")

    assert (code, out.splitlines()[0]) == (4, "State is lost unless it is migrated")
    assert "(new src/main/Shop.java:3:44; old src/main/Shop.java:3:34;" in out
    compared, why = out.splitlines()[-2:]
    assert compared == f"Compared with HEAD ({git('rev-parse', 'HEAD')[:8]})."
    assert why.startswith("The change reaches the level at which the check fails, or may reach it. --fail-on says")


def test_a_folder_is_not_taken_for_the_branch_of_its_name(repository, check, monkeypatch):
    repository.write_text(program(FILTERED))
    monkeypatch.chdir("src")

    assert "main is a file or a folder here, and a reference of git too" in check("main", "--baseline", "main")[2]
    assert check("main", "--baseline", "./main")[0] == 0
    assert check("main", "--baseline", "refs/heads/main")[0] == 4


def test_several_files_are_read_at_once_and_what_is_new_is_said(repository, check):
    Path("src/main/Topics.java").write_text('class Topics { static final String IN = "a"; }')
    repository.write_text(program(COUNTED.replace('"a"', "Topics.IN")))

    code, out, _ = check("src/main/Shop.java", "src/main/Topics.java", "--baseline", "HEAD")

    assert code == 0
    assert "Both versions have the same topology" in out
    assert f"New since HEAD ({git('rev-parse', 'HEAD')[:8]}): src/main/Topics.java." in out


def test_files_folders_and_what_git_has_elsewhere_are_baselines(repository, check):
    Path("old").mkdir()
    Path("old/Shop.java").write_text(program(FILTERED))
    git("add", ".")
    git("commit", "-m", "two")

    for baseline in ("old", "old/Shop.java", "HEAD:old", "HEAD:old/Shop.java"):
        assert check("src/main", "--baseline", baseline)[0] == 4, baseline
    assert check("src/main", "--baseline", "HEAD~1")[0] == 0


def test_a_dump_that_a_test_wrote_is_compared_with_the_one_of_the_main_branch(repository, check):
    Path("topology.txt").write_text(DUMP)
    git("add", ".")
    git("commit", "-m", "two")
    Path("topology.txt").write_text(DUMP.replace("STATE-STORE-0000000001", "STATE-STORE-0000000009"))

    code, out, _ = check("topology.txt", "--baseline", "main")

    assert (code, out.splitlines()[0]) == (4, "State is lost unless it is migrated")


@pytest.mark.parametrize("options", [[], ["--baseline", ""]])
def test_without_a_baseline_the_program_alone_is_looked_at(repository, check, options):
    code, out, _ = check("src/main", *options)

    assert (code, out) == (0, "Shop.build(): 4 nodes, 1 sub-topology, 1 state store.\n")


def test_what_lies_outside_of_the_repository_is_nothing_of_it(repository, check, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "Shop.java"
    elsewhere.write_text(program())

    code, out, _ = check(str(elsewhere), "--baseline", "main")

    assert (code, f"has nothing of {elsewhere}, so that there is nothing to compare with." in out) == (0, True)


def test_what_did_not_exist_or_never_ran_is_no_baseline_and_that_is_said(repository, check):
    Path("app").mkdir()
    Path("app/Shop.java").write_text(program())

    for where, before, sentence in (
        ("app", None, ") has nothing of app, so that there is nothing to compare with."),
        ("src/main", "class Shop { void hello() { print(1); } }", "Not compared: "),
        ("src/main", program(REFUSED), "refuses Shop.build() of the baseline: it never ran"),
    ):
        if before is not None:
            repository.write_text(before)
            git("commit", "-am", "before")
            repository.write_text(program())
        code, out, _ = check(where, "--baseline", "main")
        assert (code, sentence in out) == (0, True), out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--baseline", "nowhere"], "git knows no nowhere here. Fetch it first"),
        (["--baseline", "main:lost"], "there is no lost at main"),
        (["--baseline=--upload-pack=x"], "--upload-pack=x cannot be read"),
        (["--topology", "Other"], "There is no topology called Other"),
    ],
)
def test_a_baseline_or_name_that_is_not_there_ends_the_check_and_is_in_the_report(repository, check, options, said):
    code, out, err = check("src/main", *options, "--markdown", "summary.md")

    assert (code, out) == (2, "")
    assert said in err
    assert Path("summary.md").read_text().startswith("### ")


def test_a_program_that_cannot_be_read_is_reported_with_its_places(check):
    Path("Shop.java").write_text("class Shop { void hello() { print(1); } }")

    code, _, err = check("Shop.java", "--markdown", "out/summary.md")

    assert (code, "error: The text has no call of the Kafka Streams DSL" in err) == (2, True)
    assert "has no call of the Kafka Streams DSL" in Path("out/summary.md").read_text()


def test_what_is_not_read_of_a_module_is_listed(repository, check):
    Path("src/test").mkdir()
    Path("src/test/ShopTest.java").write_text(program())

    assert "Not read: 1 file of tests." in check(".", "--baseline", "main")[1]


def test_of_several_topologies_those_of_one_name_are_compared(repository, check):
    Path("src/main/Other.java").write_text(program('builder.stream("c").to("d");', "Other"))
    git("add", ".")
    git("commit", "-m", "two")
    repository.write_text(program(FILTERED))
    Path("src/main/Other.java").write_text(program('builder.stream("c").to("d");', "Another"))

    code, out, _ = check("src/main", "--baseline", "main")

    assert code == 4
    assert out.startswith("# Shop.build()\nState is lost")
    assert "Another.build(): 2 nodes, 1 sub-topology." in out
    assert "Gone, and not compared: Other.build()." in out


def test_a_log_is_short_and_all_of_it_is_to_be_had(repository, check):
    many = "".join(COUNTED.replace('"a"', f'"a{number}"') for number in range(40))
    for name in ("A", "B"):
        Path(f"src/main/{name}.java").write_text(program(many, name))
    git("add", ".")
    git("commit", "-m", "many")
    for name in ("A", "B"):
        Path(f"src/main/{name}.java").write_text(program(many.replace(".groupByKey", ".filter(p).groupByKey"), name))

    _, short, _ = check("src", "--baseline", "main")
    _, whole, _ = check("src", "--baseline", "main", "--verbose")

    assert short.count("\n") < 80
    assert whole.count("\n") > 400
    assert re.search(
        r"^# B\.build\(\)\nState is lost unless it is migrated\n… \d+ lines more; --verbose", short, re.MULTILINE
    )


def test_a_job_of_github_gets_its_summary_and_outputs(repository, check, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary")
    monkeypatch.setenv("GITHUB_OUTPUT", "outputs")
    repository.write_text(program(FILTERED))

    check("src/main", "--baseline", "main")

    assert Path("summary").read_text().startswith("### State is lost unless it is migrated\n")
    assert Path("outputs").read_text().splitlines() == ["verdict=state-loss", "code=4", "revision="]


def test_names_of_a_program_give_no_orders_to_the_machine_that_builds(check):
    Path("old.txt").write_text(DUMP)
    Path("topology.txt").write_text(DUMP.replace("topic: b", "topic: ##vso[task.x]y") + "##[error]x\n")

    _, out, err = check("topology.txt", "--baseline", "old.txt", "--verbose", "--junit", "junit.xml")

    assert "# #vso[task.x]y" in out
    assert "# #[error]x" in err
    assert "##[" not in out + err
    assert "##vso[" not in out + err


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("::set-env name=PATH::x", ": :set-env name=PATH::x"),
        ("one\n  ::stop-commands::x", "one\n  : :stop-commands::x"),
        ("one\r::add-mask::x", "one\r: :add-mask::x"),
        ("one ##teamcity[x]", "one # #teamcity[x]"),
        ("A::b, ## and #[x]", "A::b, ## and #[x]"),
    ],
)
def test_what_a_machine_would_obey_has_a_space_in_it(text, written):
    assert harmless(text) == written


def test_names_of_files_give_no_orders_and_play_with_no_terminal(check):
    """GitHub takes what follows a carriage return for another line."""
    for name in ("a\r::add-mask::x.java", "b\n::set-env name=PATH::x.java", "c\x1b[2Jd.java"):
        Path(name).write_text(program(UNSURE))

    code, out, err = check(".", "--verbose")

    assert code == 0
    assert "::add-mask" in err
    assert not [line for line in (out + err).splitlines() if line.lstrip().startswith("::")]
    assert not set("\r\x1b") & set(out + err)


def test_the_command_as_it_is_installed_says_the_same(repository):
    repository.write_text(program(FILTERED))
    command = [sys.executable, "-m", "topoviz.cli.main", "check", "src/main", "--baseline", "main", "--kafka", "4.3"]

    finished = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (finished.returncode, finished.stderr) == (4, "")
    assert finished.stdout.startswith("State is lost unless it is migrated\n")


def test_of_a_large_program_both_versions_read_what_is_nearest_to_kafka_streams(repository, check):
    imported = "import static names.Topics.IN;\n"
    counted, filtered = (imported + program(text.replace('"a"', "IN")) for text in (COUNTED, FILTERED))
    repository.write_text(counted)
    Path("src/main/Topics.java").write_text('package names; class Topics { static final String IN = "a"; }')
    for number in range(9):
        Path(f"src/main/A{number}.java").write_text(f"package legacy; class A{number} {{ }}")
    git("add", ".")
    git("commit", "-m", "two")
    repository.write_text(filtered)

    code, out, err = check("src", "--baseline", "main", "--fuse", "0.02")

    assert (code, out.splitlines()[0], err) == (4, "State is lost unless it is migrated", "")
    assert out.count("Not read: 6 of 11 files (main 6). At most 5 files or 1 MB are read") == 1
    Path("src/main/A9.java").write_text("package legacy; class A9 { }")
    assert "\nmain (" in check("src", "--baseline", "main", "--fuse", "0.02")[1]
