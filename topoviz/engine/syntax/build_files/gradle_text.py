"""Cut a Gradle script, in Groovy or in Kotlin, into statements: words, strings and signs, and the blocks round them.

Nothing is run. What the reader does not know passes by as a statement that nobody looks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_TOKEN: Final = re.compile(
    r"""
      (?P<blank>[^\S\n]+|//[^\n]*|/\*.*?(?:\*/|\Z)|\\\n)
    | (?P<line>\n)
    | (?P<string>\"\"\".*?(?:\"\"\"|\Z) | \'\'\'.*?(?:\'\'\'|\Z)
        | "(?:[^"\\\n$]|\\.|\$\{[^{}\n]*\}|\$)*(?:"|(?=\n)|\Z) | '(?:[^'\\\n]|\\.)*(?:'|(?=\n)|\Z))
    | (?P<name>[A-Za-z_]\w*|`[^`\n]*`)
    | (?P<number>\d[\w.]*)
    | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_CONDITIONAL: Final = frozenset({"if", "else", "for", "while", "switch", "when", "try", "catch", "finally"})
_GOES_ON: Final = frozenset(",=+:(.?")
DEEPEST: Final = 200


@dataclass(frozen=True, slots=True)
class Token:
    """A word, string, number or sign; a string is without its quotes. The offsets count letters."""

    kind: str
    text: str
    start: int
    end: int
    is_plain: bool = False
    """Whether it is a string of Groovy in single quotes, in which a dollar is a dollar."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A row of tokens, and the names of the blocks in which it stands, the outermost first."""

    tokens: tuple[Token, ...]
    blocks: tuple[str, ...]

    @property
    def is_conditional(self) -> bool:
        """Tell whether it is not known that it is run."""
        return any(name in _CONDITIONAL for block in self.blocks for name in block.split("."))

    def is_in(self, name: str) -> bool:
        """Tell whether one of the blocks ends in a name."""
        return any(block.rpartition(".")[2] == name for block in self.blocks)


def tokens_of(text: str) -> Iterator[Token]:
    """Cut a script into tokens; comments and blanks are left out, ends of lines are not."""
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        if kind == "blank":
            continue
        if kind == "string":
            quotes = 3 if found[0][:3] in ('"""', "'''") else 1
            mark = found[0][:quotes]
            inside = found[0][quotes:].removesuffix(mark)
            yield Token(kind, inside, found.start(), found.end(), is_plain=mark[0] == "'")
        else:
            yield Token(kind, found[0].strip("`"), found.start(), found.end())


def statements_of(text: str) -> Iterator[Statement]:
    """Give the statements of a script; what stands before a block is one, too."""
    blocks: list[str] = []
    waiting: list[tuple[list[Token], int]] = []
    current: list[Token] = []
    depth = 0
    for token in tokens_of(text):
        if token.kind == "sign" and token.text == "{" and len(blocks) < DEEPEST:
            yield Statement(tuple(current), tuple(blocks))
            blocks.append(_label(current))
            waiting.append((current if depth else [], depth))
            current, depth = [], 0
        elif token.kind == "sign" and token.text == "}" and blocks:
            yield Statement(tuple(current), tuple(blocks))
            blocks.pop()
            current, depth = waiting.pop()
        elif (token.kind == "line" and not depth and not _goes_on(current)) or (token.text == ";" and not depth):
            yield Statement(tuple(current), tuple(blocks))
            current = []
        elif token.kind != "line":
            if token.kind == "sign" and token.text in "([":
                depth += 1
            elif token.kind == "sign" and token.text in ")]":
                depth = max(depth - 1, 0)
            current.append(token)
    yield Statement(tuple(current), tuple(blocks))


def _goes_on(tokens: list[Token]) -> bool:
    return bool(tokens) and tokens[-1].kind == "sign" and tokens[-1].text in _GOES_ON


def _label(tokens: list[Token]) -> str:
    """Give the words before a block without what stands in brackets: `project.ext`, `subprojects`, `if`."""
    names: list[str] = []
    depth = 0
    for token in tokens:
        if token.kind == "sign" and token.text in "([":
            depth += 1
        elif token.kind == "sign" and token.text in ")]":
            depth -= 1
        elif token.kind == "name" and depth <= 0:
            names.append(token.text)
    return ".".join(names)
