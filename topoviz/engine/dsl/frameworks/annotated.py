"""Looking into annotations, by the simple names of their classes."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import Annotation, Expression


def class_name(annotation: Annotation) -> str:
    """Give the simple name of its class."""
    return annotation.name.rpartition(".")[2]


def find(annotations: Sequence[Annotation], *names: str) -> Annotation | None:
    """Find the first annotation of one of these classes."""
    return next((one for one in annotations if class_name(one) in names), None)


def has(annotations: Sequence[Annotation], *names: str) -> bool:
    """Tell whether one of these classes annotates it."""
    return find(annotations, *names) is not None


def argument(annotation: Annotation | None, *names: str) -> Expression | None:
    """Give the argument of one of these names; one without a name is called `value`."""
    for given in annotation.arguments if annotation is not None else ():
        name = given.name if isinstance(given, tree.NamedArgument) else "value"
        if name in names:
            return given.value if isinstance(given, tree.NamedArgument) else given
    return None


def text_argument(annotation: Annotation | None, *names: str) -> str:
    """Give an argument that is a string, or the first of several; empty when there is none."""
    given = argument(annotation, *names)
    if isinstance(given, tree.ArrayLiteral):
        given = given.elements[0] if given.elements else None
    return given.value if isinstance(given, tree.Literal) and isinstance(given.value, str) else ""


def text(annotations: Sequence[Annotation], *names: str) -> str:
    """Give the first text that is all that annotations of these classes say, or a name; empty when there is none."""
    found = (text_argument(one, "value", "name") for one in annotations if has((one,), *names))
    return next(filter(None, found), "")
