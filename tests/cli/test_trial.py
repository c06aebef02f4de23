"""Texts that a grammar chokes on end soon, and say so."""

import os

import pytest

from tests.pace import FAR_TOO_LONG
from topoviz.cli.main import UNREADABLE, main


@pytest.fixture
def described(tmp_path, capsys):
    """Describe a text, and give the exit code, what was said, and how long it took."""

    def run(text, name="Orders.java"):
        file = tmp_path / name
        file.write_text(text)
        begun = sum(os.times()[:4])  # of the processor, the children's too: a busy machine takes longer
        code = main(["describe", str(file)])
        return code, capsys.readouterr().err, sum(os.times()[:4]) - begun

    return run


@pytest.mark.parametrize("piece", ["> a ( ", "( a ) - "])
def test_a_text_that_the_grammar_chokes_on_is_refused_in_time(described, piece):
    code, said, seconds = described(piece * 5_000)

    assert code == UNREADABLE
    assert "takes too long or too much memory to read" in said
    assert seconds < FAR_TOO_LONG


def test_a_text_of_another_language_is_refused_in_time_too(described):
    code, said, seconds = described("> a ( " * 5_000, "Orders.kt")

    assert code == UNREADABLE
    assert said
    assert seconds < FAR_TOO_LONG


def test_a_long_program_is_read_as_ever(described):
    calls = "".join(f'builder.stream("in-{number}").to("out-{number}");\n' for number in range(500))

    assert described(calls)[0] == 0
