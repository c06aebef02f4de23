"""Programs that only say their version."""

import itertools

import pytest


@pytest.fixture
def make_program(tmp_path):
    """Make a program that prints a text and ends with a code; gives the folder it lies in."""
    numbers = itertools.count()

    def make(name, text, code=0):
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        program = folder / name
        program.write_text(f"#!/bin/sh\ncat >&2 <<'END'\n{text}\nEND\nexit {code}\n".replace("cat", "/bin/cat"))
        program.chmod(0o755)
        return folder

    return make
