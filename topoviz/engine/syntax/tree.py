"""The small tree that every language adapter makes and the interpreter reads.

A node says what stands in the text, never what it means: whether `stream.filter(p)` is a Kafka Streams call is the
interpreter's business. Whatever an adapter cannot express becomes `Unknown`, which keeps the readable parts below it,
so that nothing written there is lost. No function in the engine may recurse over this tree: user input decides its
depth.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that stands in the text."""

    span: Span


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type as written: `Map.Entry<String, Long>[]` has name `Map.Entry`, two arguments and one dimension."""

    name: str
    arguments: tuple[TypeName, ...] = ()
    dimensions: int = 0

    @property
    def simple_name(self) -> str:
        """The last part of the name: `Entry` of `Map.Entry`."""
        return self.name.rpartition(".")[2]


# --- expressions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A string, number, character, boolean or null, as its value; null is None. Characters are one-letter strings."""

    value: str | int | float | bool | None
    is_character: bool = False


@dataclass(frozen=True, slots=True)
class ClassLiteral(Node):
    """`String.class`; behind `instanceof`, with the variable of a pattern."""

    type: TypeName
    name: str = ""


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A bare name; `this` and `super` are names too."""

    text: str


@dataclass(frozen=True, slots=True)
class Select(Node):
    """`target.name`: a field, a nested class or a part of a package; the interpreter finds out which.

    A safe one is Kotlin's `target?.name`, which is null when the target is.
    """

    target: Expression
    name: str
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`target[index]`."""

    target: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`target.name(arguments)`; without target, a function in scope. `this(…)` and `super(…)` are calls so named.

    The span is the whole expression; name_span is the method's name alone, which is what a reader looks at.
    A Kotlin or Scala named argument is a `NamedArgument`. A safe call is Kotlin's `target?.name(arguments)`.
    """

    target: Expression | None
    name: str
    arguments: tuple[Expression, ...]
    name_span: Span
    safe: bool = False


@dataclass(frozen=True, slots=True)
class NamedArgument(Node):
    """`name = value` among the arguments of a call."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class New(Node):
    """`new Type(arguments) { body }`; the body makes an anonymous class. `outer.new Inner()` has an outer object."""

    type: TypeName
    arguments: tuple[Expression, ...]
    body: ClassDeclaration | None = None
    outer: Expression | None = None


@dataclass(frozen=True, slots=True)
class ArrayLiteral(Node):
    """`new T[] {a, b}`, with the type of the array, or `{a, b}`."""

    elements: tuple[Expression, ...]
    type: TypeName | None = None


@dataclass(frozen=True, slots=True)
class NewArray(Node):
    """`new T[size]`: elements unset."""

    type: TypeName
    sizes: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Lambda(Node):
    """`(a, b) -> body`; the body is a block or a single expression. In Kotlin, `return@label` leaves it."""

    parameters: tuple[Parameter, ...]
    body: Block | Expression
    label: str = ""


@dataclass(frozen=True, slots=True)
class MethodReference(Node):
    """`target::name`; a constructor's name is `new`. Without target, a function in scope, as in Kotlin's `::name`."""

    target: Expression | None
    name: str


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`target = value`; with an operator, `target += value`."""

    target: Expression
    value: Expression
    operator: str = ""


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`left operator right`, the operator as Java spells it; `instanceof` has a ClassLiteral at its right.

    Kotlin adds `equals` (its `==`, which calls that method; `==` is identity), `in` and `?:`.
    """

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`operator operand`; `x++` is operator `++`, postfix."""

    operator: str
    operand: Expression
    postfix: bool = False


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`test ? then : otherwise`."""

    test: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Cast(Node):
    """`(Type) operand`."""

    type: TypeName
    operand: Expression


@dataclass(frozen=True, slots=True)
class SwitchCase(Node):
    """One case; no labels means default. `arrow` cases do not fall through."""

    labels: tuple[Expression, ...]
    body: tuple[Statement, ...]
    is_default: bool
    arrow: bool


@dataclass(frozen=True, slots=True)
class Switch(Node):
    """A switch as statement or as expression."""

    subject: Expression
    cases: tuple[SwitchCase, ...]


# --- statements -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Statements with a scope of their own. Where `gives_value`, the last one is the value of the block.

    A break with the label leaves it.
    """

    statements: tuple[Statement, ...]
    gives_value: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Declare(Node):
    """A local variable or a field: `Type name = value`. Several in one line become several nodes."""

    name: str
    type: TypeName | None
    value: Expression | None
    modifiers: frozenset[str] = frozenset()
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if (test) then else otherwise`."""

    test: Expression
    then: Statement
    otherwise: Statement | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for (Type name : iterable) body`; a jump with the label leaves this loop."""

    name: str
    type: TypeName | None
    iterable: Expression
    body: Statement
    label: str = ""


@dataclass(frozen=True, slots=True)
class While(Node):
    """`for (start; test; step) body`, `while (test) body` and, with body_first, `do body while (test)`."""

    start: tuple[Statement, ...]
    test: Expression | None
    step: tuple[Expression, ...]
    body: Statement
    body_first: bool = False
    label: str = ""


class JumpKind(StrEnum):
    """What a jump leaves."""

    RETURN = "return"
    BREAK = "break"
    CONTINUE = "continue"
    THROW = "throw"
    YIELD = "yield"


@dataclass(frozen=True, slots=True)
class Jump(Node):
    """`return value`, `break`, `continue`, `throw value` or `yield value`; in Kotlin also to a label."""

    kind: JumpKind
    value: Expression | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Try(Node):
    """`try (resources) { body } catch … finally …`."""

    resources: tuple[Statement, ...]
    body: Block
    handlers: tuple[Block, ...]
    finally_body: Block | None


# --- declarations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Annotation(Node):
    """`@Name(arguments)`."""

    name: str
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A parameter; variadic ones take the remaining arguments as an array."""

    name: str
    type: TypeName | None = None
    variadic: bool = False
    annotations: tuple[Annotation, ...] = ()
    default: Expression | None = None


@dataclass(frozen=True, slots=True)
class FunctionDeclaration(Node):
    """A function or method; a constructor has its class's name and `is_constructor`. Without body it is abstract.

    An extension function has the type that it extends as `receiver`. Of Kotlin's constructors, the one in the heading
    of the class has the modifier `primary`; a property that is computed has `getter`.
    """

    name: str
    parameters: tuple[Parameter, ...]
    return_type: TypeName | None
    body: Block | None
    modifiers: frozenset[str] = frozenset()
    annotations: tuple[Annotation, ...] = ()
    is_constructor: bool = False
    receiver: TypeName | None = None

    @property
    def is_static(self) -> bool:
        """Tell whether it is called without an object."""
        return "static" in self.modifiers


@dataclass(frozen=True, slots=True)
class Initializer(Node):
    """A `{ … }` or `static { … }` block of a class."""

    body: Block
    is_static: bool


@dataclass(frozen=True, slots=True)
class EnumConstant(Node):
    """`NAME(arguments) { body }` of an enum."""

    name: str
    arguments: tuple[Expression, ...] = ()
    body: ClassDeclaration | None = None


@dataclass(frozen=True, slots=True)
class ClassDeclaration(Node):
    """A class, interface, enum, record or object; an anonymous one has an empty name.

    Record components are `parameters`; enum constants stand in `constants`, everything else in `members`, in order.
    The members of an object, and what stands outside all classes in a Kotlin file (kind `file`), are static.
    """

    name: str
    kind: str
    members: tuple[Statement, ...]
    supertypes: tuple[TypeName, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    constants: tuple[EnumConstant, ...] = ()
    modifiers: frozenset[str] = frozenset()
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class Import(Node):
    """`import a.b.C`; a wildcard import's path ends before the star."""

    path: str
    is_static: bool = False
    is_wildcard: bool = False


@dataclass(frozen=True, slots=True)
class Unknown(Node):
    """What the adapter could not express, with the readable parts inside it, in order."""

    reason: str
    parts: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit(Node):
    """One file: its package, and imports, declarations and loose statements in the order they stand."""

    package: str
    statements: tuple[Statement, ...]
    language: str = "java"


Expression = (
    Literal
    | ClassLiteral
    | Name
    | Select
    | Index
    | Call
    | NamedArgument
    | New
    | ArrayLiteral
    | NewArray
    | Lambda
    | MethodReference
    | Assign
    | Binary
    | Unary
    | Conditional
    | Cast
    | Switch
    | Unknown
    # In Kotlin these have a value too, or stand where one is wanted.
    | Block
    | If
    | Try
    | Jump
)
Statement = (
    Expression
    | Block
    | Declare
    | If
    | ForEach
    | While
    | Jump
    | Try
    | FunctionDeclaration
    | Initializer
    | ClassDeclaration
    | Import
)
