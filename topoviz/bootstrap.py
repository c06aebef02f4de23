"""Make the Python environment from the lock files and run commands in it.

Everything here uses the standard library only, because it runs before anything is installed. The environment is made
from nothing whenever what it was made from has changed; its stamp is written last, so that an interrupted
installation is seen and made again.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from importlib import metadata
from pathlib import Path
from typing import NoReturn

PROJECT = Path(__file__).resolve().parent.parent
BUILD_LOCK = "requirements-build.lock"
LOCK = "requirements.lock"
OWNED = "made-by-topoviz"
"""The file that says an environment is ours, and may be emptied."""

USAGE = """\
python3 manage.py up          make the environment and start topoviz (options: up --help)
python3 manage.py test [...]  make the environment and run every test; what follows goes to pytest
python3 manage.py <command>   any Django command, in the environment (list: help)"""

REGISTRY_UNREACHABLE = (
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "SSLError",
)


class BootstrapError(Exception):
    """The environment cannot be made; the message says why and what to do."""


class Step(Enum):
    """What to do with a command line."""

    RUN_HERE = auto()
    RUN_IN_ENVIRONMENT = auto()
    MAKE_ENVIRONMENT = auto()


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment and what it is made from."""

    project: Path
    directory: Path

    @property
    def python(self) -> Path:
        """The environment's interpreter, which is a dangling link when the Python below it is gone."""
        return self.directory / "bin" / "python"

    @property
    def stamp(self) -> Path:
        """The file that is written last and holds the fingerprint."""
        return self.directory / "topoviz-stamp"

    @property
    def is_current(self) -> bool:
        """Tell whether the environment is whole and made from what stands in the project now."""
        return (
            self.python.exists()
            and self.stamp.is_file()
            and self.stamp.read_text(encoding="utf-8") == fingerprint(self.project)
        )


def main(arguments: Sequence[str]) -> int | str:
    """Run a command line: in this process when it can be, else in the environment.

    Gives what `sys.exit` takes: an exit code, or a sentence that says what is wrong.
    """
    if not arguments or arguments[0] in ("-h", "--help"):
        say(USAGE)
        return 0
    environment = find_environment(PROJECT, os.environ)
    try:
        step = choose_step(environment, Path(sys.prefix), is_installed_here())
        if step is Step.MAKE_ENVIRONMENT:
            with only_one(environment):
                if not environment.is_current:
                    make(environment)
    except BootstrapError as error:
        return f"topoviz: {error}"
    except KeyboardInterrupt:
        return "topoviz: stopped. The next start makes the environment from the beginning."
    if step is not Step.RUN_HERE:
        become(str(environment.python), str(PROJECT / "manage.py"), *arguments)
    return run_here(arguments)


def find_environment(project: Path, variables: Mapping[str, str]) -> Environment:
    """Give the environment of a project: `.venv` inside it, or where `TOPOVIZ_VENV` says."""
    named = variables.get("TOPOVIZ_VENV")
    return Environment(project, Path(named).expanduser().absolute() if named else project / ".venv")


def choose_step(environment: Environment, prefix: Path, installed_here: bool) -> Step:
    """Decide where a command runs; `prefix` is that of the running Python.

    Somebody may have installed topoviz with its server elsewhere, a container image for one. Such an installation is
    taken as it is. Our own is not, when it is older than the lock.
    """
    is_ours = prefix.resolve() == environment.directory.resolve()
    if installed_here and not is_ours:
        return Step.RUN_HERE
    if not environment.is_current:
        return Step.MAKE_ENVIRONMENT
    return Step.RUN_HERE if is_ours else Step.RUN_IN_ENVIRONMENT


def is_installed_here() -> bool:
    """Tell whether this Python has topoviz and Django installed.

    Django alone does not count: a system's own Django is not the one in the lock.
    """
    try:
        metadata.version("topoviz")
    except metadata.PackageNotFoundError:
        return False
    return importlib.util.find_spec("django") is not None


def fingerprint(project: Path) -> str:
    """Hash what an environment depends on: the locks, the package's own metadata and where the project lies."""
    package = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    digest = hashlib.sha256()
    for part in (
        (project / BUILD_LOCK).read_bytes(),
        (project / LOCK).read_bytes(),
        json.dumps([package["project"], package["build-system"]], sort_keys=True).encode(),
        os.fsencode(project),
    ):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


@contextlib.contextmanager
def only_one(environment: Environment) -> Iterator[None]:
    """Hold the lock beside the environment, so that two commands at once make it only once.

    The system gives the lock back when a process ends, however it ends. The programs we start hold it too: when we
    are killed and pip is not, nobody empties the directory that pip still writes to.
    """
    lock = environment.directory.with_name(environment.directory.name + ".lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another command is making the environment. Waiting for it.")
            fcntl.flock(file, fcntl.LOCK_EX)
        os.set_inheritable(file.fileno(), True)
        yield


def make(environment: Environment) -> None:
    """Make the environment from nothing.

    Raises BootstrapError when Python lacks ensurepip, when the directory is not ours, or when pip fails.
    """
    if importlib.util.find_spec("ensurepip") is None:
        raise BootstrapError(
            "this Python has no ensurepip, so it cannot make an environment. "
            "On Debian and Ubuntu install the package python3-venv, or use another Python 3.11 or newer."
        )
    empty(environment.directory)
    say(f"Making the environment in {environment.directory}. This takes about a minute, once.")
    made = subprocess.run([base_python(), "-m", "venv", str(environment.directory)], check=False, close_fds=False)
    if made.returncode != 0:
        raise BootstrapError("the environment could not be made; Python's own words are above.")
    exact = ("--require-hashes", "--only-binary", ":all:")
    say("1 of 3: build tools")
    pip(environment, *exact, "-r", BUILD_LOCK)
    say("2 of 3: the locked packages (pyspark is the large one)")
    # pyspark has no wheel. It is built with the tools above, which are locked too; nothing else is downloaded for it.
    pip(environment, *exact, "--no-binary", "pyspark", "--no-build-isolation", "-r", LOCK)
    say("3 of 3: topoviz itself")
    pip(environment, "--no-index", "--no-deps", "--no-build-isolation", "--editable", ".")
    environment.stamp.write_text(fingerprint(environment.project), encoding="utf-8")


def empty(directory: Path) -> None:
    """Make an empty directory that is marked as ours.

    Raises BootstrapError when there is something in it that we did not put there, or when it is a link: what lies
    behind it may be the environment of another project.
    """
    marker = directory / OWNED
    if directory.is_symlink():
        raise BootstrapError(
            f"{directory} is a link, and what it leads to is left alone. "
            "Remove the link, or name the place itself in TOPOVIZ_VENV."
        )
    if directory.exists() and not directory.is_dir():
        raise BootstrapError(f"{directory} is not a directory. Remove it, or name another place in TOPOVIZ_VENV.")
    if directory.is_dir() and any(directory.iterdir()) and not marker.exists():
        raise BootstrapError(
            f"{directory} holds something that topoviz did not make, and is left alone. "
            "Remove it, or name another place in TOPOVIZ_VENV."
        )
    directory.mkdir(parents=True, exist_ok=True)
    marker.touch()
    for child in directory.iterdir():
        if child == marker:
            continue
        if child.is_dir() and not child.is_symlink():
            shutil.rmtree(child)
        else:
            child.unlink()


def base_python() -> str:
    """Give the Python below the running one: an environment cannot be remade from inside itself."""
    return str(getattr(sys, "_base_executable", None) or sys.executable)


def pip(environment: Environment, *arguments: str) -> None:
    """Run `pip install` in the environment, from the project's directory.

    Raises BootstrapError when it fails.
    """
    quiet = () if sys.stdout.isatty() else ("--quiet",)
    command = [str(environment.python), "-m", "pip", "install", "--disable-pip-version-check", *quiet, *arguments]
    finished = subprocess.run(
        command,
        cwd=environment.project,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
        close_fds=False,
    )
    sys.stderr.write(finished.stderr)
    if finished.returncode != 0:
        raise BootstrapError(explain_failure(finished.stderr))


def explain_failure(complaints: str) -> str:
    """Say in words what pip's messages mean."""
    if any(sign in complaints for sign in REGISTRY_UNREACHABLE):
        return (
            "the package registry cannot be reached. Check the network, or name your own registry in PIP_INDEX_URL, "
            "and run the same command again."
        )
    if "THESE PACKAGES DO NOT MATCH THE HASHES" in complaints:
        return "a package is not the one in the lock, and was not installed. Do not go on before you know why."
    return "pip failed; its own words are above. Run the same command again when the cause is gone."


def run_here(arguments: Sequence[str]) -> int:
    """Run a command in this Python: pytest for `test`, Django's own command line for everything else."""
    if arguments[0] == "test":
        os.chdir(PROJECT)
        become(sys.executable, "-m", "pytest", *arguments[1:])
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "topoviz.web.settings")
    execute_from_command_line(["manage.py", *arguments])
    return 0


def become(program: str, *arguments: str) -> NoReturn:
    """Put a program in the place of this process, so that signals and the exit code are its own.

    It may keep byte code, even where that is switched off: topoviz and its tests start many processes, and each would
    compile all that it imports, which takes longer than most of them do.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    os.execve(program, [program, *arguments], environment)


def say(sentence: str) -> None:
    """Tell the user what happens, at once."""
    print(sentence, flush=True)
