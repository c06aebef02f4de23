"""The variables of Gradle's scripts, and what texts with them come to. A value that may be another is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.source import Span
from topoviz.engine.syntax.build_files.catalog import Catalog, accessor
from topoviz.engine.syntax.build_files.gradle_text import Statement, Token, tokens_of

_OWNERS: Final = frozenset(
    {"project", "rootProject", "ext", "extra", "this", "parent", "properties", "gradle", "Versions"}
)
_ENDS: Final = frozenset({"get", "toString", "orNull", "version", "requiredVersion"})
_ASKS: Final = frozenset({"property", "findProperty", "gradleProperty", "getProperty"})
_IN_TEXT: Final = re.compile(r"\$\{([^{}]*)\}|\$([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)")
_ROUNDS: Final = 20


@dataclass(frozen=True, slots=True)
class Value:
    """A text, and the place that sets it; else why it is not known, as words that follow `because`."""

    text: str | None
    span: Span
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Setting:
    """What a statement sets a name to."""

    value: tuple[Token, ...]
    span: Span
    is_conditional: bool


@dataclass(slots=True)
class Variables:
    """What the scripts, `gradle.properties` and catalogs of a bundle set, by name."""

    set_to: dict[str, list[_Setting]] = field(default_factory=dict)
    plain: dict[str, tuple[str, Span]] = field(default_factory=dict)
    catalog: Catalog | None = None

    def note(self, statement: Statement, span: Span) -> None:
        """Take note of what a statement sets, if it sets anything."""
        assigned = _assigned(statement)
        for name, value in assigned:
            self.set_to.setdefault(name, []).append(_Setting(value, span, statement.is_conditional))

    def value_of(self, tokens: Sequence[Token], span: Span) -> Value:
        """Work out a text: a string, a name, or several with a plus between."""
        parts: list[str] = []
        place = span
        for piece in _pieces(tokens):
            if len(piece) == 1 and piece[0].kind == "string":
                value = self.in_text(piece[0], span)
            else:
                name = path_of(piece)
                value = self.named(name, span) if name else Value(None, span, "the script computes it")
            if value.text is None:
                return value
            parts.append(value.text)
            place = value.span
        return Value("".join(parts), place) if parts else Value(None, span, "the script computes it")

    def in_text(self, token: Token, span: Span) -> Value:
        """Put values into a string."""
        if token.is_plain or "$" not in token.text:
            return Value(token.text, span)
        parts: list[str] = []
        end, place = 0, span
        for found in _IN_TEXT.finditer(token.text):
            name = _path_in_text(found[1]) if found[1] is not None else found[2]
            value = self.named(name, span) if name else Value(None, span, f"{found[0]} is computed by the script")
            if value.text is None:
                return value
            parts += [token.text[end : found.start()], value.text]
            end, place = found.end(), value.span
        return Value("".join((*parts, token.text[end:])), place)

    def named(self, name: str, span: Span, rounds: int = _ROUNDS) -> Value:
        """Give what a name stands for."""
        if name.startswith("libs.versions.") and self.catalog is not None:
            found = self.catalog.versions.get(accessor(name.removeprefix("libs.versions.")))
            return Value(None, span, f"{name} is not in the catalog") if found is None else Value(*found)
        settings = self.set_to.get(name, [])
        if any(one.is_conditional for one in settings):
            return Value(None, settings[0].span, f"{name} is set under a condition")
        if len({tuple(token.text for token in one.value) for one in settings}) > 1:
            return Value(None, settings[-1].span, f"{name} is set more than once")
        if settings:
            return self._text_of(settings[0].value, settings[0].span, rounds)
        if name in self.plain:
            return Value(*self.plain[name])
        return Value(None, span, f"{name} is set nowhere in the files")

    def _text_of(self, tokens: tuple[Token, ...], span: Span, rounds: int) -> Value:
        if len(tokens) == 1 and tokens[0].kind == "string" and (tokens[0].is_plain or "$" not in tokens[0].text):
            return Value(tokens[0].text, span)
        if rounds == 0:
            return Value(None, span, "it leads back to itself")
        # One name leads to another at most; longer ways are the script's own work.
        names = [path_of(tokens)] if tokens and tokens[0].kind != "string" else _names_in(tokens)
        if len(names) != 1 or not names[0]:
            return Value(None, span, "the script computes it")
        value = self.named(names[0], span, rounds - 1)
        if value.text is None or tokens[0].kind != "string":
            return value
        return Value(_IN_TEXT.sub(lambda _: value.text or "", tokens[0].text), value.span)


def path_of(tokens: Sequence[Token]) -> str:
    """Give the name that tokens spell, such as `versions.kafka`, without its owners; empty for anything else."""
    names: list[str] = []
    asks = False
    for index, token in enumerate(tokens):
        before = tokens[index - 1].text if index else ""
        if token.kind == "name":
            if token.text in ("as", "String"):
                continue
            if before == "(" and index > 1:
                # What a call is given; only the calls that ask for a property are known.
                return ""
            asks = token.text in _ASKS
            if not asks:
                names.append(token.text)
        elif token.kind == "string" and "$" not in token.text and (asks or before == "["):
            names = [token.text] if asks else [*names, token.text]
        elif token.text not in ".[]()!?":
            return ""
    while names and names[-1] in _ENDS and len(names) > 1:
        names.pop()
    while len(names) > 1 and names[0] in _OWNERS | {"providers"}:
        names.pop(0)
    return ".".join(names)


def _path_in_text(inside: str) -> str:
    return path_of(tuple(tokens_of(inside)))


def _names_in(tokens: Sequence[Token]) -> list[str]:
    if len(tokens) != 1:
        return []
    return [
        _path_in_text(found[1]) if found[1] is not None else found[2] for found in _IN_TEXT.finditer(tokens[0].text)
    ]


def _pieces(tokens: Sequence[Token]) -> list[list[Token]]:
    pieces: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "sign" and token.text == "+":
            pieces.append([])
        else:
            pieces[-1].append(token)
    return [piece for piece in pieces if piece]


def _assigned(statement: Statement) -> list[tuple[str, tuple[Token, ...]]]:
    """Give the names that a statement sets, with the tokens of their values."""
    tokens = statement.tokens
    setter = _by_setter(tokens)
    if setter is not None:
        return [setter]
    depth = 0
    for index, token in enumerate(tokens):
        if token.kind != "sign":
            if token.kind == "name" and token.text == "by" and index and not depth:
                return _by_delegate(tokens[:index], tokens[index + 1 :])
            continue
        if token.text == "(":
            depth += 1
        elif token.text == ")":
            depth -= 1
        elif token.text == "=" and not depth:
            if index + 1 < len(tokens) and tokens[index + 1].text == "=":
                return []
            name = _left(tokens[:index])
            return _values(name, tokens[index + 1 :]) if name else []
    return []


def _left(tokens: Sequence[Token]) -> str:
    """Give the name on the left of `=`: `def x`, `val x: String`, `ext.x`, `extra["x"]`."""
    colon = next((index for index, one in enumerate(tokens) if one.text == ":"), len(tokens))
    kept = list(tokens[:colon])
    while len(kept) > 1 and kept[0].kind == "name" and kept[1].kind == "name":
        kept.pop(0)
    return path_of(kept)


def _values(name: str, tokens: Sequence[Token]) -> list[tuple[str, tuple[Token, ...]]]:
    """Give the value of a name, or those of a map's keys: `[kafka: "3.1", spring: "6.0"]`."""
    if not tokens or tokens[0].text != "[":
        return [(name, tuple(tokens))]
    found: list[tuple[str, tuple[Token, ...]]] = []
    inside = [one for one in tokens[1:] if one.kind != "line"]
    for index, token in enumerate(inside):
        if token.text == ":" and 0 < index < len(inside) - 1 and inside[index + 1].kind == "string":
            found.append((f"{name}.{inside[index - 1].text}", (inside[index + 1],)))
    return found


def _by_setter(tokens: Sequence[Token]) -> tuple[str, tuple[Token, ...]] | None:
    """Read `set("x", value)`, `ext.set("x", value)` and `extra.set("x", value)`."""
    texts = [token.text for token in tokens]
    if "set" not in texts[:3]:
        return None
    at = texts.index("set")
    if len(tokens) < at + 5 or texts[at + 1] != "(" or tokens[at + 2].kind != "string" or texts[at + 3] != ",":
        return None
    return texts[at + 2], tuple(tokens[at + 4 : -1])


def _by_delegate(left: Sequence[Token], right: Sequence[Token]) -> list[tuple[str, tuple[Token, ...]]]:
    """Read `val x by extra("3.1")`; `by project` takes the property of the same name."""
    if right and right[0].text == "extra" and len(right) > 3:
        return [(_left(left), tuple(right[2:-1]))]
    return []
