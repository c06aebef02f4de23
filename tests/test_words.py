"""The words on pages, in messages and in answers are those of the page of words, and not our own."""

import ast
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
OURS = re.compile(
    r"\b(told|handed over|laid onto|worked out|(left|leave) (it |them )?(out|aside)|behind (it|them))\b", re.IGNORECASE
)
OPTIONS = re.compile(r"(?<![\w-])--(set|kafka|optimize|language|topology|application-id|verbose|whole|view)\b")

OF_KAFKA = re.compile(r"kafka-[a-z-]+\.sh[^.:;]*")
"""A command of Kafka with its options, which people need."""

NOT_SHOWN = {
    "told": "a severity of a finding, in code alone",
}
"""Strings that nobody sees."""

PYTHON = [
    path
    for part in ("engine", "rendering", "intake", "lag", "web")
    for path in (PROJECT / "topoviz" / part).rglob("*.py")
]
TEMPLATES = list((PROJECT / "templates").rglob("*.html"))
FRONTEND = [*(PROJECT / "frontend" / "src").rglob("*.ts"), *(PROJECT / "frontend" / "src").rglob("*.svelte")]


def python_strings(text):
    """Give the strings of a module, without what documents it."""
    tree = ast.parse(text)
    documenting = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documenting:
            yield node.value


def template_words(text):
    """Give what of a template is shown."""
    yield re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->", " ", text, flags=re.DOTALL)


def script_words(text):
    """Give the strings of a script or component, and its markup."""
    text = re.sub(r"<!--.*?-->|/\*.*?\*/|(?<![:\"'`])//[^\n]*", " ", text, flags=re.DOTALL)
    markup = re.sub(r"<(script|style).*?</\1>", " ", text, flags=re.DOTALL) if "<script" in text else ""
    yield re.sub(r"\{[^{}]*\}", " ", markup)
    for found in re.finditer(r'"([^"\n]*)"|`([^`]*)`', text):
        yield re.sub(r"\$\{[^{}]*\}", " ", found[1] or found[2] or "")


SEEN = [(PYTHON, python_strings), (TEMPLATES, template_words), (FRONTEND, script_words)]


@pytest.mark.parametrize(("paths", "strings"), SEEN, ids=["messages", "templates", "front end"])
def test_no_text_has_words_of_our_own_or_options_of_the_command_line(paths, strings):
    found = [
        f"{path.relative_to(PROJECT)}: …{text[max(0, match.start() - 40) : match.end() + 20]}…"
        for path in paths
        for text in strings(path.read_text(encoding="utf-8"))
        if text not in NOT_SHOWN
        for match in (*OURS.finditer(text), *OPTIONS.finditer(OF_KAFKA.sub("", text)))
    ]

    assert not found, "\n".join(found)
