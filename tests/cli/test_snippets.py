"""`topoviz snippets`: files for builds, as they stand or with the address of a server."""

import pytest

from topoviz.cli.main import main
from topoviz.snippets import SNIPPETS


@pytest.fixture
def snippets(capsys):
    """Run the command; gives the exit code, the output and what is said beside it."""

    def run(*arguments):
        code = main(["snippets", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_without_a_name_all_are_listed_with_where_they_go(snippets):
    _, out, _ = snippets()

    assert [line.split() for line in out.splitlines()] == [[one.name, one.goes_to] for one in SNIPPETS]


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda one: one.name)
def test_one_is_printed_as_it_stands_or_with_a_server(snippets, snippet):
    assert snippets(snippet.name) == (0, snippet.text, "")

    _, out, _ = snippets(snippet.name, "--server", "https://topoviz.example/")
    has_server = "TOPOVIZ_SERVER" in snippet.text
    assert ("https://topoviz.example/simple/" in out) is has_server
    assert ("https://topoviz.example" in out) is has_server


def test_another_name_is_answered_with_those_there_are(snippets):
    code, _, err = snippets("travis")

    assert (code, "There are: github, github-action, gitlab" in err) == (2, True)
