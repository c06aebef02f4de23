"""YAML and JSON of ours, with lines, and what is refused of them."""

import pytest

from topoviz.engine.syntax.data_text import BadData, Fields, Items, Word, read_data


def test_json_and_yaml_are_read_alike_and_know_their_lines():
    yaml = read_data("clients:\n  - name: a\n    threads: 2\n")
    json = read_data('{"clients":\n\n [{"name": "a",\n\t"threads": 2}]}')

    assert texts(yaml) == texts(json) == {"clients": [{"name": "a", "threads": "2"}]}
    assert [line_of_threads(yaml), line_of_threads(json)] == [3, 4]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", None, "empty"),
        ("a: 1\n---\nb: 2\n", None, "several documents"),
        ("a: 1\nb: [1,\n", 3, "expected node content"),
        ('{"a": 1\n "b": 2}', 2, "Expecting ',' delimiter"),
        ("a: 1\nb: 2\na: 3\n", 3, "'a' stands twice"),
        ("a: &x 1\nb: *x\n", 1, "Anchors"),
        ("a: " + "[" * 40 + "]" * 40, 1, "inside one another"),
        ("[" * 100_000, None, "inside one another"),
        ("a:\n\t- b\n", 2, "cannot start any token"),
        ("a: \x07", None, "letters"),
    ],
)
def test_what_is_not_as_it_should_be_is_said_with_its_line(text: str, line: int | None, why: str):
    with pytest.raises(BadData, match=why) as error:
        read_data(text)

    assert error.value.line == line


@pytest.mark.parametrize(("text", "number"), [("4", 4), ("10_000", 10_000), ("-2", -2), ("4.0", None), ("four", None)])
def test_a_word_is_a_whole_number_or_none(text: str, number: int | None):
    assert Word(text, 1).number == number


def texts(data: Fields | Items | Word):
    """The values without their lines."""
    match data:
        case Word():
            return data.text
        case Items():
            return [texts(item) for item in data.items]
        case Fields():
            return {name.text: texts(value) for name, value in data.fields}


def line_of_threads(data):
    return data.get("clients").items[0].get("threads").line
