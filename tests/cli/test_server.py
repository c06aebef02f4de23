"""`topoviz up` and `topoviz api-token`, as an installed package has them."""

import subprocess
import sys

import pytest

from topoviz.cli.commands import server
from topoviz.cli.main import main


def run(*arguments, folder=None):
    command = [sys.executable, "-m", "topoviz.cli.main", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=folder)


@pytest.mark.parametrize(("command", "argument"), [("up", "--port"), ("api-token", "ACTION")])
def test_what_follows_the_command_is_for_the_server(command, argument):
    finished = run(command, "--help")

    assert finished.returncode == 0
    assert argument in finished.stdout


def test_nothing_in_the_folder_where_the_server_is_started_becomes_part_of_it(tmp_path):
    (tmp_path / "celery.py").write_text("raise SystemExit('taken from here')")

    # `-P`, as the installed script does not put its folder on the path either.
    command = [sys.executable, "-P", "-m", "topoviz.cli.main", "up", "--help"]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)

    assert finished.returncode == 0


def test_without_the_server_extra_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(server, "find_spec", lambda name: None)

    assert main(["up"]) == 2
    assert "pip install 'topoviz[server]'" in capsys.readouterr().err
