"""manage.py before the environment stands: when it is made, where commands run, and what is said when it fails."""

import fcntl
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from topoviz import bootstrap
from topoviz.bootstrap import BootstrapError, Environment, Step, choose_step, find_environment, fingerprint

PACKAGE = """\
[build-system]
requires = ["a-backend"]
[project]
name = "thing"
version = "1"
[tool.linter]
strict = true
"""


@pytest.fixture
def environment(tmp_path):
    """A project with locks, and an environment that was made from them."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "pyproject.toml").write_text(PACKAGE)
    (project / bootstrap.BUILD_LOCK).write_text("builder==1\n")
    (project / bootstrap.LOCK).write_text("thing==1\n")
    environment = Environment(project, project / ".venv")
    environment.python.parent.mkdir(parents=True)
    environment.python.symlink_to(sys.executable)
    (environment.directory / bootstrap.OWNED).touch()
    environment.stamp.write_text(fingerprint(project))
    return environment


# --- is the environment current? --------------------------------------------------------------------------------------


def test_an_environment_is_current_when_nothing_has_changed(environment):
    assert environment.is_current


@pytest.mark.parametrize("lock", [bootstrap.LOCK, bootstrap.BUILD_LOCK])
def test_a_changed_lock_makes_it_old(environment, lock):
    (environment.project / lock).write_text("thing==2\n")

    assert not environment.is_current


def test_changed_metadata_of_the_package_makes_it_old(environment):
    (environment.project / "pyproject.toml").write_text(PACKAGE.replace('version = "1"', 'version = "2"'))

    assert not environment.is_current


def test_changed_settings_of_a_tool_do_not(environment):
    (environment.project / "pyproject.toml").write_text(PACKAGE.replace("strict = true", "strict = false"))

    assert environment.is_current


def test_an_interrupted_installation_is_not_current(environment):
    environment.stamp.unlink()

    assert not environment.is_current


def test_an_environment_whose_python_is_gone_is_not_current(environment):
    environment.python.unlink()
    environment.python.symlink_to("/nowhere/python")

    assert not environment.is_current


def test_an_environment_that_moved_with_its_project_is_not_current(environment):
    moved = environment.project.rename(environment.project.with_name("moved"))

    assert not Environment(moved, moved / ".venv").is_current


# --- where does a command run? ----------------------------------------------------------------------------------------


def test_a_command_from_outside_runs_in_a_current_environment(environment, tmp_path):
    assert choose_step(environment, tmp_path, installed_here=False) is Step.RUN_IN_ENVIRONMENT


def test_a_command_from_inside_runs_here(environment):
    assert choose_step(environment, environment.directory, installed_here=True) is Step.RUN_HERE


@pytest.mark.parametrize("inside", [True, False])
def test_an_old_environment_is_made_again_first(environment, tmp_path, inside):
    environment.stamp.write_text("old")
    prefix = environment.directory if inside else tmp_path

    assert choose_step(environment, prefix, installed_here=inside) is Step.MAKE_ENVIRONMENT


def test_an_installation_elsewhere_is_taken_as_it_is(environment, tmp_path):
    environment.stamp.unlink()

    assert choose_step(environment, tmp_path, installed_here=True) is Step.RUN_HERE


def test_a_python_with_django_but_without_topoviz_does_not_count(monkeypatch):
    def not_found(name):
        raise bootstrap.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(bootstrap.metadata, "version", not_found)

    assert not bootstrap.is_installed_here()


def test_the_environment_lies_in_the_project_unless_a_variable_says_otherwise(tmp_path):
    assert find_environment(tmp_path, {}).directory == tmp_path / ".venv"
    assert find_environment(tmp_path, {"TOPOVIZ_VENV": "/elsewhere/env"}).directory == Path("/elsewhere/env")


def test_tests_are_handed_to_pytest_with_all_their_arguments(monkeypatch):
    programs = []
    monkeypatch.setattr(bootstrap, "become", lambda *command: programs.append(command) or sys.exit(0))
    monkeypatch.chdir("/")

    with pytest.raises(SystemExit):
        bootstrap.run_here(["test", "-k", "name", "--lf"])

    assert programs == [(sys.executable, "-m", "pytest", "-k", "name", "--lf")]
    assert Path.cwd() == bootstrap.PROJECT


def test_no_command_at_all_explains_the_commands(capsys):
    assert bootstrap.main([]) == 0
    assert "manage.py up" in capsys.readouterr().out


# --- making it --------------------------------------------------------------------------------------------------------


@pytest.fixture
def installations(monkeypatch):
    """What pip was asked for, instead of pip."""
    asked = []
    monkeypatch.setattr(bootstrap, "pip", lambda environment, *arguments: asked.append(arguments))
    return asked


def test_making_removes_what_was_there_installs_by_hash_only_and_stamps_last(environment, installations):
    environment.stamp.unlink()
    (environment.directory / "lib").mkdir(exist_ok=True)
    left_over = environment.directory / "lib" / "left-over.py"
    left_over.touch()

    bootstrap.make(environment)

    assert environment.is_current
    assert not left_over.exists()
    build_tools, packages, itself = installations
    assert build_tools[-1] == bootstrap.BUILD_LOCK
    assert packages[-1] == bootstrap.LOCK
    assert "--require-hashes" in build_tools
    assert "--require-hashes" in packages
    assert "--no-build-isolation" in packages
    assert "--no-index" in itself


def test_a_failed_installation_leaves_no_stamp(environment, monkeypatch):
    def fail(environment, *arguments):
        raise BootstrapError("no")

    monkeypatch.setattr(bootstrap, "pip", fail)
    # What it would be installed into takes five seconds of a processor to make.
    monkeypatch.setattr(bootstrap, "base_python", lambda: shutil.which("true"))

    with pytest.raises(BootstrapError, match=r"^no$"):
        bootstrap.make(environment)

    assert not environment.is_current
    assert not environment.stamp.exists()


def test_a_directory_of_somebody_else_is_left_alone(environment, installations):
    (environment.directory / bootstrap.OWNED).unlink()

    with pytest.raises(BootstrapError, match="left alone"):
        bootstrap.make(environment)

    assert environment.stamp.exists()
    assert not installations


def test_a_link_inside_is_removed_and_not_followed(environment, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    (environment.directory / "link").symlink_to(outside)

    bootstrap.empty(environment.directory)

    assert (outside / "file").exists()
    assert [child.name for child in environment.directory.iterdir()] == [bootstrap.OWNED]


def test_a_link_to_another_projects_environment_is_not_emptied(environment, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(environment.directory)

    with pytest.raises(BootstrapError, match="is a link"):
        bootstrap.empty(link)

    assert environment.stamp.exists()


def test_a_python_without_ensurepip_is_told_so(environment, monkeypatch, installations):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)

    with pytest.raises(BootstrapError, match="python3-venv"):
        bootstrap.make(environment)


@pytest.mark.parametrize(
    ("complaints", "words"),
    [
        ("NewConnectionError: Failed to establish a new connection: [Errno 111]", "registry cannot be reached"),
        ("Temporary failure in name resolution", "registry cannot be reached"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "not the one in the lock"),
        ("ERROR: No space left on device", "own words are above"),
    ],
)
def test_what_pip_complains_about_is_said_in_words(complaints, words):
    assert words in bootstrap.explain_failure(complaints)


def test_only_one_command_makes_the_environment(environment):
    """A second process waits until the first lets go, and says that it waits."""
    program = (
        "from pathlib import Path; from topoviz import bootstrap\n"
        f"e = bootstrap.Environment(Path({str(environment.project)!r}), Path({str(environment.directory)!r}))\n"
        "with bootstrap.only_one(e): print('mine', flush=True)\n"
    )
    with bootstrap.only_one(environment):
        second = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert "Waiting" in second.stdout.readline()
        assert second.poll() is None

    assert second.communicate(timeout=30)[0] == "mine\n"


def test_a_pip_that_outlives_its_command_still_holds_the_lock(environment, tmp_path):
    """Else the next command would empty the directory that this pip writes to."""
    started = tmp_path / "started"
    environment.python.unlink()
    environment.python.write_text(f"#!/bin/sh\n: > '{started}'\nexec sleep 3\n")
    environment.python.chmod(0o755)
    program = (
        "from pathlib import Path; from topoviz import bootstrap\n"
        f"e = bootstrap.Environment(Path({str(environment.project)!r}), Path({str(environment.directory)!r}))\n"
        "with bootstrap.only_one(e): bootstrap.pip(e, 'anything')\n"
    )
    command = subprocess.Popen([sys.executable, "-c", program])
    while not started.exists():
        assert command.poll() is None
        time.sleep(0.02)
    command.kill()
    command.wait()

    lock = environment.directory.with_name(".venv.lock")
    with lock.open("w") as file:
        with pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(file, fcntl.LOCK_EX)


# --- the whole command ------------------------------------------------------------------------------------------------


def test_bootstrap_needs_the_standard_library_only(project):
    """An isolated Python without site-packages imports it."""
    finished = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = [{str(project)!r}]; import topoviz.bootstrap"],
        capture_output=True,
        text=True,
    )

    assert finished.returncode == 0, finished.stderr


def test_manage_py_can_be_read_by_old_pythons(project):
    """Its first lines say that the Python is too old; they must not be a syntax error there."""
    text = (project / "manage.py").read_text()

    compile(text, "manage.py", "exec", dont_inherit=True)
    assert text.index("sys.version_info") < text.index("from topoviz")
    assert 'f"' not in text
