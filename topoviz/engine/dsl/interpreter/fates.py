"""The fate of every DSL call of a text, when all starts have been followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.dsl.call_graph.dsl_calls import find_names, may_call_dsl
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Entry, Fate, Ledger
from topoviz.engine.dsl.program import Program
from topoviz.engine.source import Bundle, Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.layout import opens_body

NOT_UNDERSTOOD: Final = "it was not understood what this call is made on"

NOT_CALLED: Final = "nothing that was followed calls this function"


def close_ledger(world: World) -> tuple[Entry, ...]:
    """Give every DSL call its fate; what nobody touched is not reachable, unless it was lost on the way."""
    entries: list[Entry] = []
    spans = dict(world.dsl_calls)
    for span in world.fates:
        spans.setdefault(span, world.text_at(span))
    functions = _enclosing_functions(world)
    left_out = _reasons_left_out(world)
    for span, method in sorted(spans.items()):
        known = world.fates.get(span)
        if known is not None:
            entries.append(Entry(span, method, *known))
            continue
        around = [function for function in functions if function[0].covers(span)]
        entered = bool(around) and id(min(around, key=lambda one: one[0].end - one[0].start)[1]) in world.entered
        if world.was_refused and (entered or not around):
            entries.append(Entry(span, method, Fate.NOT_REACHABLE, "the program ends with an exception before it"))
        elif around and not entered and left_out.keys() & {id(declaration) for _, declaration in around}:
            reason = next(left_out[id(declaration)] for _, declaration in around if id(declaration) in left_out)
            entries.append(Entry(span, method, Fate.REPORTED, reason))
        elif around and not entered:
            entries.append(Entry(span, method, Fate.NOT_REACHABLE, NOT_CALLED))
        else:
            entries.append(Entry(span, method, Fate.REPORTED, NOT_UNDERSTOOD))
    return tuple(entries)


def first_lost(
    ledger: Ledger, diagnostics: Sequence[Diagnostic], program: Program, bundle: Bundle, broken: Sequence[Span]
) -> Span | None:
    """Give the first call that was lost at or behind a place that could not be read, or on the lines of one.

    Where a bracket is missing behind a name, the grammar sees no call and the ledger has none; where one is missing
    between arguments, what is left of the chain begins anew with a stream that nobody knows.
    """
    if not broken:
        return None
    begins: dict[int, int] = {}
    for span in broken:
        begins[span.file_id] = min(span.start, begins.get(span.file_id, span.start))
    lost = {
        entry.span
        for entry in ledger.entries
        if entry.reason == NOT_UNDERSTOOD and begins.get(entry.span.file_id, entry.span.end) <= entry.span.start
    }
    understood = {entry.span for entry in ledger.entries if entry.reason != NOT_UNDERSTOOD}
    torn = [one.span for one in diagnostics if one.code == "unknown-stream" and one.span is not None]
    own = frozenset(function.declaration.name for function in program.all_functions())
    for lines in {_lines_around(bundle, span) for span in broken}:
        data = bundle.files[lines.file_id].data
        named = {Span(lines.file_id, start, end) for start, end in find_names(data, lines.start, lines.end, own)}
        lost |= named - understood
        lost |= {span for span in torn if lines.covers(span)}
    return min(lost, default=None)


def _lines_around(bundle: Bundle, span: Span) -> Span:
    data = bundle.files[span.file_id].data
    last = data.find(b"\n", span.end)
    return Span(span.file_id, data.rfind(b"\n", 0, span.start) + 1, len(data) if last < 0 else last)


def first_swallowed(bundle: Bundle, closed: Sequence[Span]) -> Span | None:
    """Give the first bracket left open in which calls may stand that belong to the DSL and not to its inside."""
    for span in closed:
        data = bundle.files[span.file_id].data
        if not opens_body(data, span.start) and may_call_dsl(data[span.start : span.end].decode("utf-8", "replace")):
            return span
    return None


def _reasons_left_out(world: World) -> dict[int, str]:
    """Give the functions that only parts lead to which may run and were not followed, with the reason."""
    found: dict[int, str] = {}
    for part, reason in world.left_out.items():
        for run in world.graph.behind([part]):
            if run.declaration is not None:
                found.setdefault(id(run.declaration), reason)
    return found


def _enclosing_functions(world: World) -> list[tuple[Span, tree.FunctionDeclaration]]:
    functions = (*world.program.all_functions(), *world.local_functions)
    return [(function.declaration.span, function.declaration) for function in functions]
