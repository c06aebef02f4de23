"""`topoviz check` with a topoviz server: the latest version of the target branch, the next revision, and its page."""

import json
from pathlib import Path

import pytest

from tests.cli.checking.conftest import COUNTED, FILTERED, PEEKED, git, program
from tests.web.conftest import work
from topoviz.cli import main
from topoviz.cli.commands import check as command
from topoviz.cli.served import TOKEN
from topoviz.web.accounts.models import Scope
from topoviz.web.projects.models import Revision

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def check(world, live_server, make_token, tmp_path, capsys, monkeypatch):
    """Check a program as a build of a branch does; gives the exit code and all that is said."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
        monkeypatch.delenv(name, raising=False)
    secret = make_token(world.team, Scope.WRITE).secret
    monkeypatch.setenv(TOKEN, secret)
    git("init", "--initial-branch", "main")

    def run(text, *options, target="", is_again=False):
        Path("Shop.java").write_text(program(text))
        if not is_again:
            git("add", ".")
            git("commit", "--allow-empty", "-m", f"Now {len(text)}")
        monkeypatch.setenv("JENKINS_URL", "https://jenkins.example")
        monkeypatch.setenv("GIT_COMMIT", git("rev-parse", "HEAD"))
        monkeypatch.setenv("BRANCH_NAME", "main")
        if target:
            change = {"CHANGE_ID": "17", "CHANGE_BRANCH": "filter", "CHANGE_TARGET": target}
            for name, value in change.items():
                monkeypatch.setenv(name, value)
        arguments = ["Shop.java", "--server", live_server.url, "--project", "Shop", "--markdown", "md"]
        code = command.checked(main._parser().parse_args(["check", *arguments, "--fuse", "100", *options]))
        work()
        said = capsys.readouterr()
        text = said.out + said.err + Path("md").read_text()
        assert secret not in text
        return code, text

    return run


def test_a_history_of_three_builds(world, live_server, check):
    """The first has nothing to compare with; then main goes on, and a pull request would lose state."""
    code, said = check(COUNTED)
    assert (code, "has no project Shop yet" in said) == (0, True)

    code, said = check(PEEKED)
    assert (code, "Compared with main, revision 1 of Shop." in said) == (0, True)

    code, said = check(FILTERED, target="main")
    assert (code, "Compared with main, revision 2 of Shop." in said) == (4, True)

    first, _, last = Revision.objects.select_related("project").order_by("number")
    assert first.project.team == world.team
    assert f"[The whole of it, with pictures]({live_server.url}/p/{last.project_id}/revisions/3)" in said
    assert (last.branch, last.pull_request, last.verdict) == ("filter", "#17", "state-loss")
    assert (last.commit, last.message, last.author) == (git("rev-parse", "HEAD"), f"Now {len(FILTERED)}", "Ann Other")


def test_the_same_build_again_is_compared_with_what_was_before(check):
    check(COUNTED)
    check(FILTERED)

    code, said = check(FILTERED, is_again=True)

    assert (code, "Compared with main, revision 1 of Shop." in said) == (4, True)
    assert Revision.objects.count() == 2


def test_who_may_only_read_compares_and_uploads_nothing(world, check, make_token, monkeypatch):
    check(COUNTED)
    monkeypatch.setenv(TOKEN, make_token(world.team, Scope.READ).secret)

    code, said = check(FILTERED)

    assert (code, "Compared with main, revision 1 of Shop." in said) == (4, True)
    assert "Not uploaded: " in said
    assert Revision.objects.count() == 1


def test_a_token_that_is_none_fails_nothing_unless_the_server_is_required(check, monkeypatch):
    for token, sentence in (("tvz_wrong", "does not know the token"), ("", "there is no token in the variable")):
        monkeypatch.setenv(TOKEN, token)
        code, said = check(COUNTED)
        assert (code, sentence in said) == (0, True), said
        assert check(COUNTED, "--require-server")[0] == 6


def test_a_baseline_that_is_named_goes_before_the_server(check):
    check(COUNTED)
    Path("old").mkdir()
    Path("old/Shop.java").write_text(program(FILTERED))

    code, said = check(FILTERED, "--baseline", "old/Shop.java")

    assert code == 0
    assert "Compared with old/Shop.java." in said
    assert Revision.objects.count() == 2


def test_settings_go_along(check):
    check(COUNTED, "--kafka", "3.9", "--application-id", "shop", "--set", "a=b", "--optimize", "all")

    settings = json.loads(Revision.objects.get().analysis.submission)["settings"]
    assert (settings["kafka_version"], settings["application_id"]) == ("3.9.2", "shop")
    assert (settings["set"], settings["optimize"]) == ({"a": "b"}, "all")
