"""`topoviz comment`: one comment of a pull request, which stays one."""

from pathlib import Path

import pytest

from tests.cli.checking.forge import STRANGERS, TOKEN, forge_running, github_variables, gitlab_variables
from topoviz.cli.main import main

MARK = "<!-- topoviz: check -->\n"


@pytest.fixture
def forge():
    with forge_running() as running:
        yield running


@pytest.fixture(params=["github", "gitlab"])
def comment(request, forge, tmp_path, capsys, monkeypatch):
    """Write the comment in a job of a forge; gives what is said."""
    monkeypatch.chdir(tmp_path)
    variables = (
        github_variables(forge, tmp_path / "event.json") if request.param == "github" else gitlab_variables(forge)
    )
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    def run(text, *options):
        Path("summary.md").write_text(text)
        assert main(["comment", "summary.md", *options]) == 0
        said = capsys.readouterr()
        assert TOKEN not in said.out + said.err
        return said.out

    return run


def test_the_first_check_writes_it_and_the_next_ones_write_it_anew(forge, comment):
    forge.comments.update({number: f"Talk {number}" for number in range(1, 151)})

    assert "The comment is written on 127.0.0.1." in comment("One")
    assert "is written anew" in comment("Two")

    assert len(forge.comments) == 151
    assert forge.comments[151] == f"{MARK}Two"


def test_a_comment_that_somebody_else_wrote_with_the_mark_is_left_alone(forge, comment):
    """Whoever may comment could else have the result under a name and in a text of their own."""
    forge.comments[1], forge.authors[1] = f"{MARK}All is well", STRANGERS

    comment("One")
    comment("Two")

    assert forge.comments == {1: f"{MARK}All is well", 2: f"{MARK}Two"}


def test_each_name_has_a_comment_of_its_own(forge, comment):
    comment("One")
    comment("Other", "--name", "services/orders")

    assert sorted(forge.comments.values()) == [f"{MARK}One", "<!-- topoviz: services/orders -->\nOther"]
    assert main(["comment", "summary.md", "--name", "x --> y"]) == 2


def test_a_token_that_only_reads_as_in_a_fork_leaves_the_summary_to_the_job(forge, comment):
    forge.refuses = True

    assert comment("One").startswith("There is no comment: 127.0.0.1 does not let this token write a comment")
    assert forge.comments == {}


def test_no_trouble_with_a_forge_fails_the_build(comment, monkeypatch):
    for name in ("GITHUB_TOKEN", "TOPOVIZ_GITLAB_TOKEN"):
        monkeypatch.setenv(name, "wrong_0123456789")
    assert "does not let this token" in comment("One")
    for name in ("GITHUB_TOKEN", "TOPOVIZ_GITLAB_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    assert "There is no token in the variable" in comment("One")
    for name in ("GITHUB_ACTIONS", "GITLAB_CI"):
        monkeypatch.delenv(name, raising=False)
    assert "this is no job of GitHub or GitLab" in comment("One")


def test_a_forge_that_is_away_is_said(comment, monkeypatch):
    for name in ("GITHUB_API_URL", "CI_API_V4_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    assert "127.0.0.1 cannot be asked" in comment("One")
