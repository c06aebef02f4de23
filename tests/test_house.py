"""The house rules that a machine can check: style, types, direction of imports, locks, and what files may say."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parent.parent

# What tools and manage.py make, and git itself.
NOT_OURS = {".git", "__pycache__", "build", "dist", "node_modules", "var"}

# Written in parts, so that this file passes its own test.
REGISTRY_HOSTS = [
    "pypi" + ".org",
    "pythonhosted" + ".org",
    "npmjs" + ".org",
    "yarnpkg" + ".com",
    "repo.maven.apache" + ".org",
    "repo1.maven" + ".org",
    "proxy.golang" + ".org",
    "crates" + ".io",
    "deb.debian" + ".org",
]
MACHINE_PATH = re.compile(r"(?<![\w.~}\])-])/(?:" + "work|home|root|Users" + r")/(?=[\w.])")


def run(*command, **variables):
    """Run a module of this Python in the project."""
    return run_program(sys.executable, "-m", *command, **variables)


def run_program(*command, **variables):
    return subprocess.run(
        command,
        cwd=PROJECT,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def our_files():
    """Every file of the project but those that are made from others."""
    for folder, folders, names in os.walk(PROJECT):
        folders[:] = [name for name in folders if name not in NOT_OURS and (name == ".ci" or name[0] != ".")]
        yield from (Path(folder, name) for name in names if not name.endswith(".pyc"))


def python_files():
    return [path for path in our_files() if path.suffix == ".py"]


# --- tools ------------------------------------------------------------------------------------------------------------


def test_ruff_finds_nothing():
    finished = run("ruff", "check", "--quiet")

    assert finished.returncode == 0, finished.stdout


def test_every_file_is_formatted():
    finished = run("ruff", "format", "--check", "--quiet")

    assert finished.returncode == 0, f"Run: ruff format\n{finished.stdout}"


@pytest.mark.xdist_group("types")
def test_mypy_finds_nothing(tmp_path):
    finished = run("mypy", TOPOVIZ_DATA=str(tmp_path))

    assert finished.returncode == 0, finished.stdout


def test_imports_run_one_way():
    finished = run_program(str(Path(sys.executable).with_name("lint-imports")))

    assert finished.returncode == 0, finished.stdout
    assert " 0 broken" in finished.stdout


# --- what files say ---------------------------------------------------------------------------------------------------


def test_every_module_says_what_it_is_for():
    """The docstring's first line is a whole sentence; an empty `__init__.py` needs none."""
    silent = []
    for path in python_files():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        first_line = (ast.get_docstring(tree) or "").partition("\n")[0]
        if not first_line.endswith(".") and (tree.body or path.name != "__init__.py"):
            silent.append(str(path.relative_to(PROJECT)))

    assert silent == []


def test_no_file_names_a_registry_or_a_place_on_some_machine():
    found = []
    for path in our_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            if MACHINE_PATH.search(line) or any(host in line for host in REGISTRY_HOSTS):
                found.append(f"{path.relative_to(PROJECT)}:{number}: {line.strip()[:100]}")

    assert found == []


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("cd " + "/wo" + "rk/main", True),
        ("'" + "/ho" + "me/somebody/x'", True),
        ("file://" + "/ro" + "ot/x", True),
        ("https://example.com" + "/ho" + "me/x", False),
        ("the way " + "/ho" + "me", False),
        ("tests/ho" + "me/x", False),
    ],
)
def test_places_on_a_machine_are_told_from_other_paths(line, named):
    assert bool(MACHINE_PATH.search(line)) is named


def test_every_link_between_our_pages_leads_somewhere():
    lost = []
    for path in our_files():
        if path.suffix == ".md":
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
                if not (path.parent / target).exists():
                    lost.append(f"{path.relative_to(PROJECT)}: {target}")

    assert lost == []


def test_no_file_is_called_utils():
    assert [path for path in our_files() if path.stem in ("utils", "util", "helpers")] == []


# --- dependencies -----------------------------------------------------------------------------------------------------


def wanted():
    package = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = package["project"]["optional-dependencies"].values()
    return [Requirement(text) for text in chain(package["project"]["dependencies"], *extras)]


def locked(name):
    """Each requirement of a lock file with its hashes."""
    entries = re.split(r"\n(?=\S)", (PROJECT / name).read_text(encoding="utf-8"))
    for entry in entries:
        requirement, *hashes = re.split(r"\s*\\?\s*--hash=", re.sub(r"\n\s*#.*", "", entry).strip())
        yield Requirement(requirement.removesuffix("\\")), hashes


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-build.lock"])
def test_every_locked_package_has_one_version_and_its_hashes(name):
    entries = list(locked(name))

    assert len(entries) > 5
    for requirement, hashes in entries:
        assert str(requirement.specifier).startswith("=="), requirement
        assert requirement.url is None
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", item) for item in hashes), requirement


def test_the_lock_holds_every_dependency_in_its_range():
    versions = {
        requirement.name.lower(): str(requirement.specifier).removeprefix("==")
        for requirement, _ in locked("requirements.lock")
    }

    for requirement in wanted():
        assert requirement.name in versions, f"{requirement} is not in the lock: see the README"
        assert requirement.specifier.contains(versions[requirement.name]), requirement


def test_every_dependency_has_its_reason_in_the_readme():
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")

    assert [str(item) for item in wanted() if f"`{item.name}`" not in readme] == []


def test_the_wheel_carries_the_templates_and_the_styles(tmp_path):
    """The package is built as it would be published, and looked into."""
    finished = run("hatchling", "build", "--target", "wheel", "--directory", str(tmp_path))
    assert finished.returncode == 0, finished.stdout

    (wheel,) = tmp_path.glob("*.whl")
    listing = run("zipfile", "--list", str(wheel)).stdout

    for name in (
        "topoviz/templates/base.html",
        "topoviz/templates/health/page.html",
        "topoviz/web/static/topoviz/topoviz.css",
        "topoviz/web/settings.py",
    ):
        assert name in listing
    assert "tests/" not in listing


@pytest.mark.xdist_group("one")
def test_tests_of_one_group_stay_on_one_processor(request):
    """By what pytest-xdist finds in their ids; else each processor has a Spark, a product and a browser of its own."""
    if getattr(request.config.option, "loadgroup", False):
        assert request.node.nodeid.endswith("@one")
