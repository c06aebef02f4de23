"""Find in a Java source what it logs, and what the exceptions say that it makes: level, method, and text with holes.

A text is put together as Java does: literals joined by `+`, `String.format`, the `{}` of SLF4J with the arguments
behind it, and names of constants and variables that have one value in the file. Whatever else stands there is a hole
with the name of the expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import tree_sitter_java
from tree_sitter import Language, Node, Parser

from topoviz.engine.log_lines.table import LEVELS
from topoviz.engine.log_lines.template import Hole, Piece

_JAVA: Final = Language(tree_sitter_java.language())
_LOGGER: Final = re.compile(r"(this\.)?(log|LOG|logger|LOGGER)(\(\))?")
_FORMAT: Final = re.compile(r"%(?:(\d+)\$)?[-#+ 0,(]*\d*(?:\.\d+)?([sdfxbcnS%])")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "'": "'", "\\": "\\", "0": "\0", "s": " "}
_GENERIC: Final = frozenset(
    (
        "class", "entrySet", "get", "getMessage", "getName", "id", "key", "keySet", "name", "offset", "partition",
        "size", "state", "toString", "topic", "value", "values",
    )
)  # fmt: skip
_TEXTS: Final = ("string_literal", "binary_expression", "method_invocation", "parenthesized_expression")
_FEWEST_LETTERS: Final = 5
_MOST_STEPS: Final = 8
_MOST_TERMS: Final = 2


@dataclass(frozen=True, slots=True)
class Message:
    """A call that logs at a level, or an exception (`level` is its simple name) that is made, in a method of a file."""

    level: str
    method: str
    pieces: tuple[Piece, ...]


def messages_of(source: bytes) -> Iterator[Message]:
    """Give the messages of a Java file in its order; those without a word of their own are left out."""
    tree = Parser(_JAVA).parse(source)
    reader = _Reader(tree.root_node)
    for node in _walk(tree.root_node):
        level, arguments = _logged(node) or _thrown(node) or ("", [])
        if not arguments:
            continue
        for pieces in reader.texts(arguments, node, fills_holes=level in LEVELS):
            letters = sum(one.isalpha() for piece in pieces if isinstance(piece, str) for one in piece)
            if letters >= _FEWEST_LETTERS:
                yield Message(level, _method(node), pieces)


def _logged(node: Node) -> tuple[str, list[Node]] | None:
    if node.type != "method_invocation":
        return None
    name, on = node.child_by_field_name("name"), node.child_by_field_name("object")
    level = _text(name).upper()
    return (level, _arguments(node)) if level in LEVELS and _LOGGER.fullmatch(_text(on)) else None


def _thrown(node: Node) -> tuple[str, list[Node]] | None:
    if node.type != "object_creation_expression":
        return None
    made = node.child_by_field_name("type")
    if made is None or not _text(made).endswith("Exception"):
        return None
    texts = [one for one in _arguments(node) if one.type not in ("null_literal", "this")]
    return _text(made).rpartition(".")[2], texts[:1]


class _Reader:
    """Puts texts together; knows the constants of the file, and its methods."""

    def __init__(self, root: Node) -> None:
        self._fields: dict[str, list[Node]] = {}
        self._methods: dict[str, list[Node]] = {}
        for node in _walk(root):
            if node.type == "field_declaration" and "final" in _text(node.children[0]):
                for name, value in _declared(node):
                    self._fields.setdefault(name, []).append(value)
            elif node.type == "method_declaration":
                self._methods.setdefault(_text(node.child_by_field_name("name")), []).append(node)

    def texts(self, arguments: Sequence[Node], at: Node, *, fills_holes: bool) -> Iterator[tuple[Piece, ...]]:
        """Give what the first argument may say, with the others in its `{}`: one text, or one for each side of `?:`."""
        first = arguments[0]
        for side in _sides(first):
            pieces = self._read(side, at, _MOST_STEPS)
            yield tuple(_joined(_filled(pieces, arguments[1:]) if fills_holes else pieces))

    def _read(self, node: Node, at: Node, steps: int) -> list[Piece]:
        match node.type:
            case "string_literal":
                return [_literal(node)]
            case "parenthesized_expression":
                return self._read(node.named_children[0], at, steps)
            case "binary_expression" if _text(node.child_by_field_name("operator")) == "+":
                left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
                assert left is not None
                assert right is not None
                found = [*self._read(left, at, steps), *self._read(right, at, steps)]
                if any(isinstance(one, str) for one in found):
                    return found
            case "method_invocation" if _text(node.child_by_field_name("name")) == "format":
                arguments = _arguments(node)
                if arguments:
                    return self._formatted(self._read(arguments[0], at, steps), arguments[1:], at, steps)
            case "method_invocation" if _text(node.child_by_field_name("name")) == "toString":
                built = self._built(node.child_by_field_name("object"), at, steps)
                if built:
                    return [*built, Hole("more")]
            case "method_invocation" if steps and node.child_by_field_name("object") is None:
                made = self._made_by(node)
                if made is not None:
                    return self._with_arguments(node, *made, at, steps)
            case "identifier" if steps:
                value, grows = self._value_of(_text(node), at)
                if value is not None:
                    return [*self._read(value, at, steps - 1), *([Hole("more")] if grows else [])]
        return [Hole(_hole_name(_text(node)))]

    def _formatted(self, pieces: Sequence[Piece], arguments: Sequence[Node], at: Node, steps: int) -> list[Piece]:
        found: list[Piece] = []
        number = 0
        for piece in pieces:
            if isinstance(piece, Hole):
                found.append(piece)
                continue
            end = 0
            for match in _FORMAT.finditer(piece):
                found.append(piece[end : match.start()])
                end = match.end()
                if match[2] in "n%":
                    found.append("\n" if match[2] == "n" else "%")
                    continue
                index = int(match[1]) - 1 if match[1] else number
                number += not match[1]
                if index < len(arguments):
                    found += self._read(arguments[index], at, steps)
                else:
                    found.append(Hole("?"))
            found.append(piece[end:])
        return found

    def _built(self, builder: Node | None, at: Node, steps: int) -> list[Piece]:
        """Give what a StringBuilder begins with: `new StringBuilder().append(…).append(…)`."""
        found: list[Piece] = []
        link = (
            self._declared_above(_text(builder), at) if builder is not None and builder.type == "identifier" else None
        )
        while link is not None and link.type == "method_invocation":
            if _text(link.child_by_field_name("name")) != "append":
                return []
            found = [*(piece for one in _arguments(link) for piece in self._read(one, at, steps)), *found]
            link = link.child_by_field_name("object")
        return found if link is not None and _text(link).startswith("new StringBuilder") else []

    def _declared_above(self, name: str, at: Node) -> Node | None:
        scope = _scope(at)
        found = (
            [] if scope is None else [value for one in _walk(scope) for known, value in _declared(one) if known == name]
        )
        return found[0] if len(found) == 1 else None

    def _made_by(self, call: Node) -> tuple[Node, Node] | None:
        """Find the method of the file that makes a text in one statement: its parameters and what it returns."""
        name = _text(call.child_by_field_name("name"))
        found = self._methods.get(name, [])
        body = found[0].child_by_field_name("body") if len(found) == 1 else None
        if body is None or len(body.named_children) != 1 or body.named_children[0].type != "return_statement":
            return None
        parameters, returned = found[0].child_by_field_name("parameters"), body.named_children[0].named_children
        if parameters is None or not returned or _if_text(returned[0]) is None:
            return None
        return parameters, returned[0]

    def _with_arguments(self, call: Node, parameters: Node, returned: Node, at: Node, steps: int) -> list[Piece]:
        names = [_text(one.child_by_field_name("name")) for one in parameters.named_children]
        given = dict(zip(names, _arguments(call), strict=False))
        found: list[Piece] = []
        for piece in self._read(returned, returned, steps - 1):
            argument = given.get(piece.name) if isinstance(piece, Hole) else None
            found += [piece] if argument is None else self._read(argument, at, steps - 1)
        return found

    def _value_of(self, name: str, at: Node) -> tuple[Node | None, bool]:
        """Find what a name stands for, the one value of a local variable above, else of a constant of the class.

        It may grow by `+=` later.
        """
        scope = _scope(at)
        if scope is not None:
            local = [value for node in _walk(scope) for known, value in _declared(node) if known == name]
            assigned = [node for node in _walk(scope) if _assigns(node, name)]
            grows = bool(assigned) and all(_text(one.child_by_field_name("operator")) == "+=" for one in assigned)
            if len(local) == 1 and (grows or not assigned):
                return _if_text(local[0]), grows
            if local or assigned or _is_parameter(scope, name):
                return None, False
        values = self._fields.get(name, [])
        return (_if_text(values[0]) if len(values) == 1 else None), False


def _if_text(node: Node) -> Node | None:
    """Keep what is a text for sure; of others, their name says more."""
    is_format = node.type == "method_invocation" and _text(node.child_by_field_name("name")) == "format"
    has_text = any(one.type == "string_literal" for one in _walk(node))
    return node if is_format or (has_text and node.type in _TEXTS) else None


def _sides(node: Node) -> Iterator[Node]:
    if node.type == "ternary_expression":
        yield from (side for name in ("consequence", "alternative") if (side := node.child_by_field_name(name)))
    else:
        yield node


def _filled(pieces: Sequence[Piece], arguments: Sequence[Node]) -> Iterator[Piece]:
    """Put the names of arguments into the `{}` of SLF4J."""
    names = iter([_hole_name(_text(one)) for one in arguments])
    for piece in pieces:
        if isinstance(piece, Hole):
            yield piece
            continue
        first, *rest = piece.split("{}")
        yield first
        for text in rest:
            yield Hole(next(names, "?"))
            yield text


def _joined(pieces: Iterator[Piece] | Sequence[Piece]) -> Iterator[Piece]:
    text = ""
    for piece in pieces:
        if isinstance(piece, str):
            text += piece
            continue
        if text:
            yield text
        text = ""
        yield piece
    if text:
        yield text


def _hole_name(expression: str) -> str:
    """Name a hole after what stands there: `task.id()` is `task.id`, `now - this.lastMs` is `now - lastMs`."""
    bare = re.sub(r"\s+", "", expression)
    bare = re.sub(r"^(?:Utils\.|String\.)?join\((?:\",.*?\",)?(.*?)(?:,\".*)?\)$", r"\1", bare)
    bare = re.sub(r"Math\.max\(([^,]*),[^,]*\)$", r"\1", bare)
    while (shorter := re.sub(r"\([^()]*\)", "", bare)) != bare:
        bare = shorter
    found = [_last_names(one) for one in bare.split("-")]
    return " - ".join(found) if len(found) <= _MOST_TERMS and all(found) else _last_names(bare) or "?"


def _last_names(expression: str) -> str:
    parts = [one for one in re.findall(r"[A-Za-z_]\w*", expression) if one not in ("this", "new", "Math", "max")]
    return ".".join(parts[-2:]) if parts and parts[-1] in _GENERIC else "".join(parts[-1:])


def _method(node: Node) -> str:
    scope = _scope(node)
    if scope is None:
        return "<clinit>"
    return "<init>" if scope.type.startswith("constructor") else _text(scope.child_by_field_name("name"))


def _scope(node: Node) -> Node | None:
    scope: Node | None = node
    while scope is not None and scope.type not in ("method_declaration", "constructor_declaration"):
        scope = scope.parent
    return scope


def _declared(node: Node) -> Iterator[tuple[str, Node]]:
    if node.type in ("local_variable_declaration", "field_declaration"):
        for one in node.named_children:
            if one.type == "variable_declarator":
                name, value = one.child_by_field_name("name"), one.child_by_field_name("value")
                if name is not None and value is not None:
                    yield _text(name), value


def _assigns(node: Node, name: str) -> bool:
    return node.type == "assignment_expression" and _text(node.child_by_field_name("left")) == name


def _is_parameter(scope: Node, name: str) -> bool:
    parameters = scope.child_by_field_name("parameters")
    return parameters is not None and any(
        _text(one.child_by_field_name("name")) == name for one in parameters.named_children if one.type != "comment"
    )


def _arguments(node: Node) -> list[Node]:
    found = node.child_by_field_name("arguments")
    return [] if found is None else [one for one in found.named_children if "comment" not in one.type]


def _walk(node: Node) -> Iterator[Node]:
    left = [node]
    while left:
        one = left.pop()
        yield one
        left += reversed(one.children)


@cache
def _unescape(text: str) -> str:
    return re.sub(
        r"\\u([0-9a-fA-F]{4})|\\(.)", lambda m: chr(int(m[1], 16)) if m[1] else _ESCAPES.get(m[2], m[2]), text
    )


def _literal(node: Node) -> str:
    text = _text(node)
    if text.startswith('"""'):
        lines = text[3:-3].split("\n")[1:]
        margin = min((len(one) - len(one.lstrip()) for one in lines if one.strip()), default=0)
        return _unescape("\n".join(one[margin:] for one in lines))
    return _unescape(text[1:-1])


def _text(node: Node | None) -> str:
    return "" if node is None or node.text is None else node.text.decode()
