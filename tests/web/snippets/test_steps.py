"""The files for builds, run: two pull requests of a real little history, with the real server and without it."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.cli.checking.conftest import COUNTED, FILTERED, PEEKED, git, program
from tests.cli.checking.forge import TOKEN, forge_running, github_variables, gitlab_variables
from tests.web.conftest import work
from tests.web.snippets.runner import Job, read, run_gitlab
from topoviz.snippets import SNIPPETS, snippet_named
from topoviz.web.projects.models import Revision

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("snippets")]

PULL_REQUESTS = {"harmless": PEEKED, "loses": FILTERED}
NEEDED = ("pip", "google-re2", "pyyaml", "tree-sitter", "tree-sitter-java", "tree-sitter-kotlin")
"""What a light installation has, and pip."""


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """A Python as builds have it, with what topoviz needs and without topoviz; gives the folder of its programs."""
    place = tmp_path_factory.mktemp("python")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    (site,) = place.glob("lib/python*/site-packages")
    for name in NEEDED:
        found = distribution(name)
        for first in {file.parts[0] for file in found.files if not file.parts[0].startswith((".", "__pycache__"))}:
            if not (site / first).exists():
                (site / first).symlink_to(found.locate_file(first))
    return place / "bin"


@pytest.fixture
def variables(python, tmp_path):
    """The environment of a build: nothing of ours, and no package index that answers."""
    home = tmp_path / "home"
    home.mkdir()
    kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
    return {
        **kept, "PATH": f"{python}{os.pathsep}{os.environ['PATH']}", "HOME": str(home), "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple/", "PIP_RETRIES": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "GIT_CONFIG_GLOBAL": os.devnull, "TOPOVIZ_FUSE": "60",
    }  # fmt: skip


@pytest.fixture
def origin(tmp_path):
    """A bare repository: main, and for each pull request its branch and what its merge would give."""
    work_tree, bare = tmp_path / "work", tmp_path / "origin.git"
    work_tree.mkdir()
    git("init", "--initial-branch", "main", folder=work_tree)
    write(work_tree, program(COUNTED.replace('"b"', '"c"')), "First")
    write(work_tree, program(COUNTED), "Second")
    for number, (branch, text) in enumerate(PULL_REQUESTS.items(), 17):
        git("checkout", "-b", branch, "main", folder=work_tree)
        write(work_tree, program(text), f"This one is {branch}")
        git("checkout", "--detach", "main", folder=work_tree)
        git("merge", "--no-ff", "-m", "What a merge would give", branch, folder=work_tree)
        git("update-ref", f"refs/pull/{number}/merge", "HEAD", folder=work_tree)
    git("clone", "--mirror", str(work_tree), str(bare), folder=tmp_path)
    return bare


def write(folder, text, message):
    file = folder / "src/main/java/Shop.java"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    git("add", ".", folder=folder)
    git("commit", "-m", message, folder=folder)


@pytest.fixture
def forge():
    with forge_running() as running:
        yield running


@pytest.fixture
def server(world, live_server, make_token):
    live_server.secret = make_token(world.team).secret
    return live_server


@pytest.fixture
def job_of(origin, forge, variables, tmp_path):
    """Check a pull request out as actions/checkout does, with as many commits as the file says; gives the job."""

    def make(branch, depth, **contexts):
        folder = tmp_path / "checkout"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(tmp_path / "checkout-job", ignore_errors=True)
        number = 17 + list(PULL_REQUESTS).index(branch)
        git("init", str(folder))
        reference = f"refs/pull/{number}/merge"
        git("fetch", f"--depth={depth}", f"file://{origin}", f"+{reference}:refs/remotes/{reference}", folder=folder)
        git("checkout", "--detach", f"refs/remotes/{reference}", folder=folder)
        head = {"ref": branch, "sha": git("rev-parse", branch, folder=origin), "repo": {"full_name": "shop/orders"}}
        # The forge of the tests knows one pull request.
        event = {
            "pull_request": {"number": 17, "head": head, "base": {"ref": "main"}},
            "repository": {"name": "orders"},
        }
        github = {"event_name": "pull_request", "event": event, "token": TOKEN, "ref": reference}
        own = github_variables(forge, tmp_path / "unused.json")
        own.pop("GITHUB_TOKEN")
        return Job(folder, variables | own, {"github": github, **contexts})

    return make


def run_workflow(job):
    workflow = read("github")
    return job.run(workflow["jobs"]["check"]["steps"], workflow["env"])


def depth_of_workflow():
    (checkout,) = (
        step
        for step in read("github")["jobs"]["check"]["steps"]
        if step.get("uses", "").startswith("actions/checkout@")
    )
    return checkout["with"]["fetch-depth"]


def with_index(server):
    return {"TOPOVIZ_INDEX": f"{server.url}/simple/"}


def test_the_workflow_of_github_without_a_server_that_keeps_the_history(server, forge, job_of, origin):
    """What pip takes comes from the server; nothing else does. The second push writes the comment anew."""
    main = git("rev-parse", "main", folder=origin)
    harmless = run_workflow(job_of("harmless", depth_of_workflow(), vars=with_index(server)))
    assert not harmless.failed, harmless.said
    assert harmless.outputs == {"verdict": "note", "code": "0", "revision": ""}
    assert "Compatible, with a note on the rolling restart" in harmless.summary

    lost = run_workflow(job_of("loses", depth_of_workflow(), vars=with_index(server)))
    assert lost.code == 4
    assert "(new src/main/java/Shop.java:3:44; old src/main/java/Shop.java:3:34;" in lost.said
    (comment,) = forge.comments.values()
    assert comment == f"<!-- topoviz: check -->\n{lost.summary}"
    assert "### State is lost unless it is migrated" in comment
    assert f"Compared with `HEAD^1 ({main[:8]})`." in comment
    assert sorted(path.name for path in lost.folder.glob("topoviz.*")) == ["topoviz.md", "topoviz.sarif", "topoviz.xml"]
    assert not Revision.objects.exists()


def test_the_workflow_with_a_server_leads_to_the_revision_and_shows_no_token(server, forge, job_of):
    variables = {**with_index(server), "TOPOVIZ_SERVER": server.url}

    job = run_workflow(job_of("loses", 2, vars=variables, secrets={"TOPOVIZ_TOKEN": server.secret}))

    revision = Revision.objects.get()
    assert (job.code, job.outputs["verdict"]) == (4, "state-loss")
    assert job.outputs["revision"] == f"{server.url}/p/{revision.project_id}/revisions/1"
    assert f"({job.outputs['revision']})" in forge.comments[1]
    assert (revision.branch, revision.pull_request, revision.message) == ("loses", "#17", "This one is loses")
    assert revision.project.name == "orders"
    work()
    everything = job.said + job.summary + str(forge.comments) + str(job.outputs)
    assert server.secret not in everything
    assert TOKEN not in everything


def test_a_pull_request_from_a_fork_has_the_summary_of_the_job_alone(server, forge, job_of):
    """Its token only reads, and it gets no secrets."""
    forge.refuses = True
    variables = {**with_index(server), "TOPOVIZ_SERVER": server.url}

    job = run_workflow(job_of("harmless", 2, vars=variables))

    assert not job.failed, job.said
    assert forge.comments == {}
    assert "does not let this token write a comment" in job.said
    assert "there is no token in the variable TOPOVIZ_TOKEN" in " ".join(job.said.split())
    assert "Compatible, with a note" in job.summary


def test_the_action_of_github_takes_its_inputs_and_names_its_comment(server, forge, job_of):
    action = read("github-action")
    job = job_of("loses", 2)
    inputs = {name: job.text(one.get("default", "")) for name, one in action["inputs"].items()}
    job.contexts["inputs"] = inputs | {
        "files": "src/main", "name": "orders", "fail-on": "will-not-start", "index": f"{server.url}/simple/",
    }  # fmt: skip

    job.run(action["runs"]["steps"])

    assert not job.failed, job.said
    assert forge.comments[1].startswith("<!-- topoviz: orders -->\n### State is lost")


@pytest.mark.parametrize(("branch", "code", "verdict"), [("harmless", 0, "Compatible"), ("loses", 4, "State is lost")])
def test_the_job_of_gitlab(server, forge, origin, variables, tmp_path, branch, code, verdict):
    """The comment is written anew by a second run; the token for it is not the one of the server."""
    folder = tmp_path / "builds"
    git("clone", "--quiet", str(origin), str(folder))
    git("checkout", "--detach", f"origin/{branch}", folder=folder)
    base = git("merge-base", "origin/main", "HEAD", folder=folder)
    own = gitlab_variables(
        forge, CI_MERGE_REQUEST_DIFF_BASE_SHA=base, CI_COMMIT_SHA=git("rev-parse", "HEAD", folder=folder),
        CI_PROJECT_NAME="orders", TOPOVIZ_TOKEN=server.secret,
    )  # fmt: skip
    settings = {**with_index(server), "TOPOVIZ_SERVER": server.url}

    for _ in range(2 if branch == "loses" else 1):
        found, said = run_gitlab(folder, variables | own, settings)
        assert (found, verdict in said) == (code, True), said

    assert server.secret not in said + str(forge.comments)
    (comment,) = forge.comments.values()
    assert comment.startswith(f"<!-- topoviz: check -->\n### {verdict}")
    revision = Revision.objects.get()
    assert (revision.branch, revision.pull_request) == ("filter", "!17")
    assert f"/p/{revision.project_id}/revisions/1" in comment


SHELL = re.compile(r"sh '''\n(.*?)'''", re.DOTALL)


def test_the_pipeline_of_jenkins(origin, variables, tmp_path):
    """What it installs is what the others do."""
    install, check = (found.replace("\\\\", "\\") for found in SHELL.findall(snippet_named("jenkins").text))
    lines = [line.partition(" #")[0].strip() for line in install.splitlines() if "pip install" in line]
    assert lines == read("gitlab")["topoviz"]["before_script"]
    folder = tmp_path / "workspace"
    git("clone", "--quiet", "--single-branch", "--branch", "loses", f"file://{origin}", str(folder))
    own = {
        "JENKINS_URL": "https://jenkins.example/", "CHANGE_ID": "17", "CHANGE_TARGET": "main", "CHANGE_BRANCH": "loses",
        "TOPOVIZ_FILES": "src/main", "TOPOVIZ_SERVER": "", "TOPOVIZ_PROJECT": "shop",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{variables['PATH']}",
    }  # fmt: skip

    finished = subprocess.run(
        ["sh", "-xe", "-c", check], cwd=folder, env=variables | own, capture_output=True, text=True, check=False
    )

    assert finished.returncode == 4, finished.stderr
    assert (folder / "topoviz.xml").exists()


def test_a_commit_that_loses_state_is_not_made(tmp_path, monkeypatch):
    git("init", "--initial-branch", "main", folder=tmp_path)
    write(tmp_path, program(COUNTED), "First")
    hook = tmp_path / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(snippet_named("pre-commit").text)
    hook.chmod(0o755)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")

    with pytest.raises(subprocess.CalledProcessError) as refused:
        write(tmp_path, program(FILTERED), "Loses")
    write(tmp_path, program(PEEKED), "Harmless")

    assert "State is lost unless it is migrated" in refused.value.stdout + refused.value.stderr
    assert git("log", "--format=%s", folder=tmp_path).splitlines() == ["Harmless", "First"]
    ((hook,),) = (repo["hooks"] for repo in read("pre-commit-config")["repos"])
    command = shlex.split(hook["entry"])
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    assert command[:2] == snippet_named("pre-commit").text.split()[-5:-3]


def test_only_what_is_needed_may_be_done_and_nothing_is_fetched_and_run():
    workflow, action = read("github"), read("github-action")

    assert workflow["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert True in workflow, "YAML reads the word on so"
    assert set(workflow[True]) == {"pull_request", "push"}
    steps = (*workflow["jobs"]["check"]["steps"], *action["runs"]["steps"])
    used = [step["uses"] for step in steps if "uses" in step]
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", one) for one in used)
    assert all("persist-credentials" in step["with"] for step in workflow["jobs"]["check"]["steps"][:1])
    for one in SNIPPETS:
        assert not re.search(r"\b(curl|wget)\b", one.text), one.name
    # What somebody else names reaches a shell through variables alone.
    assert not [step["run"] for step in steps if "${{" in step.get("run", "")]
