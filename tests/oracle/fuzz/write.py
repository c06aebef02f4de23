"""Write a random program as a Java class, in its style: one statement a call, chains, variables used again."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tests.oracle.fuzz.prelude import needed_classes
from tests.oracle.fuzz.program import Helper, Item, Loop, Program, Statement, rename, words

_IMPORTS: Final = (
    "java.time.*",
    "java.util.*",
    "java.util.regex.Pattern",
    "org.apache.kafka.common.serialization.*",
    "org.apache.kafka.common.utils.Bytes",
    "org.apache.kafka.streams.*",
    "org.apache.kafka.streams.kstream.*",
    "org.apache.kafka.streams.processor.*",
    "org.apache.kafka.streams.state.*",
)
_SHARES_ITS_NAME: Final = frozenset({"KStream", "KTable"})


def to_java(program: Program) -> str:
    """Give the program's Java file."""
    methods = "\n".join((*(_helper(helper, program) for helper in program.helpers), _topology(program)))
    constants = [f"    private static final String {name} = {text};" for name, text in program.constants]
    used = [line for line, (name, _) in zip(constants, program.constants, strict=True) if name in words(methods)]
    fields = "\n".join(used) + "\n\n" if used else ""
    classes = "".join(f"{text}\n" for text in needed_classes(methods))
    imports = "".join(f"import {name};\n" for name in _IMPORTS)
    return f"{imports}\npublic class {program.name} {{\n{fields}{classes}{methods}}}\n"


def _topology(program: Program) -> str:
    lines = [
        *program.start.splitlines(),
        *_block(program.body, program, (program.answer,)),
        f"return {program.answer};",
    ]
    return _method("public static Topology topology(Properties config)", lines)


def _helper(helper: Helper, program: Program) -> str:
    parameters = ", ".join(f"{kind} {name}" for kind, name in helper.parameters)
    answer = (helper.result,) if helper.result is not None else ()
    lines = [*_block(helper.body, program, answer), *(f"return {name};" for name in answer)]
    return _method(f"private static {helper.type} {helper.name}({parameters})", lines)


def _method(heading: str, lines: list[str]) -> str:
    body = "".join(f"        {line}\n" for line in lines)
    return f"    {heading} {{\n{body}    }}\n"


def _block(items: tuple[Item, ...], program: Program, used_later: tuple[str, ...]) -> list[str]:
    if program.style.folds_chains:
        items = _folded(items, used_later)
    if program.style.reuses_variables:
        items = _reusing(items, used_later)
    lines: list[str] = []
    for item in items:
        if isinstance(item, Loop):
            inner = _block(item.body, program, ())
            lines.extend((f"{item.header} {{", *(f"    {line}" for line in inner), "}"))
        else:
            lines.append(_line(item, program.style.uses_var))
    return lines


def _line(statement: Statement, uses_var: bool) -> str:
    if statement.variable is None:
        return f"{statement.expression};"
    if not statement.type:
        return f"{statement.variable} = {statement.expression};"
    kind = (
        "var" if uses_var and statement.type in ("KStream<String, String>", "KTable<String, Long>") else statement.type
    )
    return f"{kind} {statement.variable} = {statement.expression};"


def _folded(items: tuple[Item, ...], used_later: tuple[str, ...]) -> tuple[Item, ...]:
    """Put a call into the next statement where only that one uses it, as its receiver or as a whole argument."""
    result: list[Item] = []
    for index, item in enumerate(items):
        previous = result[-1] if result else None
        if isinstance(previous, Statement) and isinstance(item, Statement) and previous.variable is not None:
            name = previous.variable
            rest = [text for later in items[index + 1 :] for text in _texts(later)]
            is_free = name not in used_later and words(" ".join((*_texts(item), *rest))).count(name) == 1
            folded = _into(item, name, previous.expression) if is_free else None
            if folded is not None:
                result[-1] = folded
                continue
        result.append(item)
    return tuple(result)


def _into(statement: Statement, name: str, expression: str) -> Statement | None:
    if statement.receiver == name:
        return replace(statement, receiver=expression)
    if name in statement.arguments:
        arguments = tuple(expression if argument == name else argument for argument in statement.arguments)
        return replace(statement, arguments=arguments)
    return None


def _reusing(items: tuple[Item, ...], used_later: tuple[str, ...]) -> tuple[Item, ...]:
    """Assign to the receiver's variable where nobody needs it later; what a lambda holds must not change in Java."""
    result = list(items)
    for index, item in enumerate(result):
        if not isinstance(item, Statement) or item.variable is None or item.receiver in used_later:
            continue
        declared = [one for one in result[:index] if isinstance(one, Statement) and one.variable == item.receiver]
        rest = [text for later in result[index + 1 :] for text in _texts(later)]
        is_free = item.receiver not in words(" ".join((*item.arguments, *rest)))
        same = any(one.type == item.type for one in declared) and item.type.partition("<")[0] in _SHARES_ITS_NAME
        if is_free and same and item.variable not in used_later:
            result[index] = replace(item, variable=item.receiver, type="")
            for later in range(index + 1, len(result)):
                result[later] = renamed(result[later], item.variable, item.receiver)
    return tuple(result)


def renamed(item: Item, old: str, new: str) -> Item:
    """Put another expression in the place of a variable."""
    if isinstance(item, Loop):
        body = tuple(renamed(one, old, new) for one in item.body)
        return replace(item, header=rename(item.header, old, new), body=body)
    arguments = tuple(rename(argument, old, new) for argument in item.arguments)
    return replace(item, receiver=rename(item.receiver, old, new), arguments=arguments)


def _texts(item: Item) -> list[str]:
    """Give all text of an item in which a variable may be used."""
    if isinstance(item, Loop):
        return [item.header, *(text for one in item.body for text in _texts(one))]
    return [item.receiver, *item.arguments]
