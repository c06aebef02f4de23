"""Make a program smaller as long as it still shows what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from tests.oracle.fuzz.program import Helper, Item, Loop, Program, Statement, Style, all_statements, words
from tests.oracle.fuzz.write import renamed

IsBad = Callable[[Sequence[Program]], list[bool]]
"""Tells of each program whether it compiles and still shows what is wrong."""

_AT_ONCE: Final = 24


def shrink(program: Program, is_bad: IsBad, budget: int = 600) -> Program:
    """Take the first smaller program that is still bad, again and again; `budget` limits how many are tried."""
    seen = {_key(program)}
    while budget > 0:
        found = None
        candidates = _fresh(smaller(program), seen)
        while found is None and budget > 0:
            some = [one for one, _ in zip(candidates, range(min(_AT_ONCE, budget)), strict=False)]
            if not some:
                return program
            budget -= len(some)
            found = next((one for one, bad in zip(some, is_bad(some), strict=True) if bad), None)
        program = found or program
    return program


def smaller(program: Program) -> Iterator[Program]:
    """Give programs with less in them, beginning with those that lack most."""
    if program.style != Style():
        yield replace(program, style=Style())
    for body in _less(program.body):
        yield _without_unused(replace(program, body=body))
    for index, helper in enumerate(program.helpers):
        for body in _less(helper.body):
            yield _with_helper(program, index, replace(helper, body=body))
        if helper.result is not None:
            yield _returning_nothing(program, index, helper)
        yield from _inlined(program, helper)
    yield from _with_constants(program)


def _less(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    length = max(len(items) // 2, 1)
    while items:
        for start in range(len(items) - length, -1, -length):
            yield _without(items, range(start, start + length))
        if length == 1:
            break
        length //= 2
    for index, item in enumerate(items):
        before, after = items[:index], items[index + 1 :]
        if isinstance(item, Loop):
            yield (*before, *_first_turn(item), *after)
            for body in _less(item.body):
                yield (*before, replace(item, body=body), *after)
        else:
            yield from ((*before, *rest) for rest in _bypassed(item, after))
            for statement in _simpler(item):
                yield (*before, statement, *after)


def _without(items: tuple[Item, ...], indexes: range) -> tuple[Item, ...]:
    """Leave out some items, and whatever needs what they make."""
    gone = {_made(items[index]) for index in indexes} - {None}
    kept: list[Item] = []
    for index, item in enumerate(items):
        if index in indexes:
            continue
        left = _left(item, gone)
        if left is not None:
            kept.append(left)
        elif (made := _made(item)) is not None:
            gone.add(made)
    return tuple(kept)


def _left(item: Item, gone: set[str | None]) -> Item | None:
    if isinstance(item, Statement):
        return None if gone & set(words(item.expression)) else item
    if gone & set(words(item.header)):
        return None
    inner = set(gone)
    body: list[Item] = []
    for one in item.body:
        left = _left(one, inner)
        if left is not None:
            body.append(left)
        else:
            inner.add(_made(one))
    return replace(item, body=tuple(body)) if body else None


def _made(item: Item) -> str | None:
    return item.variable if isinstance(item, Statement) else None


def _bypassed(item: Statement, after: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """Let what comes later use the receiver, or another stream that the call got, in the place of its result."""
    if item.variable is None:
        return
    others = [argument for argument in item.arguments if re.fullmatch(r"[a-z]\w*(\[\d\])?", argument)]
    for instead in (item.receiver, *others):
        if instead:
            yield tuple(renamed(one, item.variable, instead) for one in after)


def _first_turn(loop: Loop) -> tuple[Item, ...]:
    if not loop.first:
        return loop.body
    first = Statement(loop.first, "", (), "", loop.variable, loop.type)
    return (
        (first, *loop.body)
        if loop.type == "int"
        else tuple(renamed(one, loop.variable, loop.first) for one in loop.body)
    )


def _simpler(statement: Statement) -> Iterator[Statement]:
    for index, argument in enumerate(statement.arguments):
        before, after = statement.arguments[:index], statement.arguments[index + 1 :]
        yield replace(statement, arguments=(*before, *after))
        for text in _shorter(argument):
            yield replace(statement, arguments=(*before, text, *after))
    for text in _shorter(statement.receiver):
        yield replace(statement, receiver=text)


def _shorter(text: str) -> Iterator[str]:
    """Leave one call of a chain out of an expression."""
    for found in re.finditer(r"\.(?:<[^()]*?>)?\w+\(", text):
        end = _closing(text, found.end() - 1)
        if end is not None and found.start() > 0:
            yield text[: found.start()] + text[end + 1 :]


def _closing(text: str, start: int) -> int | None:
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] == "(") - (text[index] == ")")
        if depth == 0:
            return index
    return None


def _with_helper(program: Program, index: int, helper: Helper) -> Program:
    helpers = (*program.helpers[:index], helper, *program.helpers[index + 1 :])
    return replace(program, helpers=helpers)


def _returning_nothing(program: Program, index: int, helper: Helper) -> Program:
    """Let a helper give nothing, and leave out what needs what it gave."""
    gone: set[str | None] = set()
    kept: list[Item] = []
    for one in program.body:
        left = _left(one, gone - {None})
        if left is None:
            gone.add(_made(one))
        elif isinstance(one, Statement) and _calls(one, helper):
            gone.add(one.variable)
            kept.append(replace(one, variable=None, type="void"))
        else:
            kept.append(left)
    return _with_helper(replace(program, body=tuple(kept)), index, replace(helper, result=None, type="void"))


def _calls(statement: Statement, helper: Helper) -> bool:
    return not statement.receiver and statement.method == helper.name


def _inlined(program: Program, helper: Helper) -> Iterator[Program]:
    """Put a helper's statements in the place of its only call."""
    calls = [one for one in all_statements(program) if _calls(one, helper)]
    if len(calls) != 1 or calls[0] not in program.body:
        return
    call = calls[0]
    inside: tuple[Item, ...] = helper.body
    for (_, name), argument in zip(helper.parameters, call.arguments, strict=False):
        inside = tuple(renamed(one, name, argument) for one in inside)
    position = program.body.index(call)
    after: tuple[Item, ...] = program.body[position + 1 :]
    if call.variable is not None and helper.result is not None:
        after = tuple(renamed(one, call.variable, helper.result) for one in after)
    helpers = tuple(one for one in program.helpers if one is not helper)
    yield replace(program, body=(*program.body[:position], *inside, *after), helpers=helpers)


def _without_unused(program: Program) -> Program:
    called = {one.method for one in all_statements(program) if not one.receiver}
    return replace(program, helpers=tuple(one for one in program.helpers if one.name in called))


def _with_constants(program: Program) -> Iterator[Program]:
    """Write the constants where they are used."""
    if not program.constants:
        return

    def spelled_out(items: tuple[Item, ...]) -> tuple[Item, ...]:
        for name, text in program.constants:
            items = tuple(renamed(one, name, text) for one in items)
        return items

    helpers = tuple(replace(one, body=spelled_out(one.body)) for one in program.helpers)
    yield replace(program, body=spelled_out(program.body), helpers=helpers, constants=())


def _fresh(candidates: Iterator[Program], seen: set[str]) -> Iterator[Program]:
    for one in candidates:
        key = _key(one)
        if key not in seen:
            seen.add(key)
            yield one


def _key(program: Program) -> str:
    return repr(replace(program, name=""))
