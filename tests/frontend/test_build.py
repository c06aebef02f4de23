"""The built files that are committed are those that the sources give."""

import gzip
import json
import shutil
import subprocess

import pytest

MOST_SCRIPT = 200_000
"""Bytes of script, before they are packed, until the editor is wanted."""


@pytest.fixture
def frontend(project):
    return project / "frontend"


@pytest.fixture
def npx(frontend):
    """The program that starts what npm has installed."""
    found = shutil.which("npx")
    if found is None:
        pytest.skip("There is no Node here; the built files are taken as they are.")
    if not (frontend / "node_modules").is_dir():
        pytest.skip("The front end's packages are not installed; run npm ci in frontend/.")
    return found


@pytest.mark.xdist_group("front end")
def test_the_committed_build_equals_its_sources(project, frontend, npx, tmp_path):
    built = tmp_path / "build"
    run(npx, frontend, "vite", "build", "--outDir", str(built), "--logLevel", "error")
    committed = project / "topoviz/web/static/topoviz/build"
    assert contents(committed) == contents(built), "Run npm run build in frontend/, and commit what it writes."


@pytest.mark.xdist_group("front end")
def test_its_types_and_components_are_sound(frontend, npx):
    run(npx, frontend, "svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings")


@pytest.mark.xdist_group("front end")
def test_its_model_does_what_its_tests_say(frontend, npx):
    # Models keep nothing between tests, so that files may share what they load.
    run(npx, frontend, "vitest", "run", "--no-isolate")


def test_no_lazy_part_loads_an_entry_again(project):
    """The server may name an entry differently, and a module under two names would run twice."""
    build = project / "topoviz/web/static/topoviz/build"
    manifest = json.loads((build / "manifest.json").read_text(encoding="utf-8"))
    for first in [part["file"] for part in manifest.values() if part.get("isEntry")]:
        name = first.rpartition("/")[2]
        for part in manifest.values():
            if part["file"] != first:
                assert name not in (build / part["file"]).read_text(encoding="utf-8"), part["file"]


def test_the_start_page_needs_little_script(project):
    """What it loads before somebody writes or opens anything: the workbench's entry with all that this imports."""
    build = project / "topoviz/web/static/topoviz/build"
    manifest = json.loads((build / "manifest.json").read_text(encoding="utf-8"))
    waiting, found = ["src/workbench.ts"], set()
    while waiting:
        part = manifest[waiting.pop()]
        if part["file"] not in found:
            found.add(part["file"])
            waiting.extend(part.get("imports", ()))
    scripts = [(build / file).read_bytes() for file in found]
    scripts.append((build.parent / "theme.js").read_bytes())
    raw, packed = sum(map(len, scripts)), sum(len(gzip.compress(script)) for script in scripts)
    assert raw <= MOST_SCRIPT, f"{raw:,} bytes, {packed:,} of them on the way: load a part of it later."
    assert packed <= MOST_SCRIPT * 0.4


def test_the_lock_names_no_registry(frontend):
    text = (frontend / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in text, "Keep omit-lockfile-registry-resolved in frontend/.npmrc."


def run(npx, frontend, *arguments):
    done = subprocess.run([npx, "--no-install", *arguments], cwd=frontend, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def contents(directory):
    """Every file below a directory, by its path."""
    return {
        path.relative_to(directory).as_posix(): path.read_bytes() for path in directory.rglob("*") if path.is_file()
    }
