"""Make pasted text readable for the grammar: fragments, `...` as documentation writes it, lost brackets and semicolons.

A text is overwritten in place, or it remembers which of its bytes were added, so that every offset leads back to what
the user wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import Span
from topoviz.engine.syntax.fragment import MAY_MISS, UNCLOSED_BRACKET, UNCLOSED_STRING, Fragment
from topoviz.engine.syntax.java.slips import Addition, find_slips, find_statement_ends

_WORD = rb"[\w$\x80-\xff]+"
_COMMENT = rb"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)"
_TEXT_BLOCK = rb'"""[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*"""'
_STRING = rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*'
_CHARACTER = rb"'[^'\\\n]*(?:\\.[^'\\\n]*)*'"

_SCAN = re.compile(
    rb"(?P<comment>%s)|(?P<block>%s)|(?P<string>%s)(?P<closing>\"?)|%s|(?P<elision>\.\.\.|\xe2\x80\xa6)"
    % (_COMMENT, _TEXT_BLOCK, _STRING, _CHARACTER)
)
_SPACE = re.compile(rb"(?:\s++|%s)*+" % _COMMENT)
_BEHIND_STRING = re.compile(rb"[),;]")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
# Possessive, or comments would be given back in part, and white space in all the ways there are.
_LEADING_DOT = re.compile(rb"(?:\s++|%s)*+\.(?![\d.])" % _COMMENT)
_STARTS_FILE = re.compile(rb"^[ \t]*+(?:import|package)\b", re.MULTILINE)
_DECLARES_CLASS = re.compile(rb"\b(?:class|interface|enum|record)\s+%s\s*[{<(]|\b(?:extends|implements)\b" % _WORD)
_TRAILING_ANNOTATION = re.compile(rb"[\w>\]]\s+(@[\w.]+)\s*\Z")
_ENDS_WITH_WORD = re.compile(rb"(%s)\Z" % _WORD)
_VARIADIC_NAME = re.compile(rb"(?:%s\s*(?:\[\s*\]\s*)*[,)]|@|this\b)" % _WORD)
_END_OF_PARAMETERS = re.compile(rb"\)\s*(?:\{|throws\b)")

_EXPRESSION_IN_BRACKETS = re.compile(rb"(?:\b(?:if|while|switch|synchronized)|\bnew\s[^(){};]*)\s*\(\Z")

_WORDS_BEFORE_EXPRESSION = frozenset({b"return", b"throw", b"yield", b"case", b"assert", b"new"})
_SIGNS_BEFORE_EXPRESSION = frozenset(bytes((sign,)) for sign in b"=(,+-*/%?&|!<[~^@")
_CLASS_START = b"class $ {"
_AS_NAME = b"___"
_AS_STATEMENT = b";  "
_AS_SELECT = b".__"
_AS_PARAMETER = b"A b"
# How much around a `...` is looked at; enough for the longest word that matters.
_NEAR = 80

_SURPLUS_BRACKET = Diagnostic(
    Severity.UNSURE,
    "syntax",
    "This bracket closes nothing.",
    f"It was passed over. {MAY_MISS}",
    next_step="Remove the bracket, or paste the code that opens it.",
)
# The end of a class is often copied together with its last method.
_SURPLUS_BRACE = replace(_SURPLUS_BRACKET, severity=Severity.NOTE, effect="It was passed over.")
_DANGLING_DOT = Diagnostic(
    Severity.UNSURE,
    "syntax",
    "A name is missing behind this dot.",
    f"The dot was passed over. {MAY_MISS}",
    next_step="Write the name, or remove the dot.",
)

_MISSING_VALUE = Diagnostic(
    Severity.UNSURE,
    "syntax",
    "Something is missing behind this sign.",
    f"What belongs there is not known. {MAY_MISS}",
    next_step="Write what is missing.",
)


def prepare(data: bytes, file_id: int) -> Fragment:
    """Give the text as the grammar should see it, before anything is known to be broken."""
    data = _LONE_RETURN.sub(b"\n", data) if b"\r" in data else data
    changed = bytearray(data)
    comments: dict[int, int] = {}
    elided: set[int] = set()
    unclosed: dict[int, int] = {}
    for token in _SCAN.finditer(data):
        start, end = token.span()
        if token.lastgroup == "comment":
            comments[end] = start
        elif token.lastgroup == "block":
            # The grammar takes what looks like a comment in a text block for one.
            changed[start + 3 : end - 3] = b"x" * (end - start - 6)
        elif token.lastgroup == "closing" and not token["closing"]:
            unclosed[start] = _likely_end(data, start, end)
        elif token.lastgroup == "elision":
            _blank_annotation(changed, start)
            stand_in = _stand_in(changed, start, end, comments)
            if stand_in:
                changed[start:end] = stand_in
                elided.add(start + stand_in.startswith(b"."))
    starts_in_chain = _LEADING_DOT.match(changed) is not None
    fragment = Fragment(
        bytes(changed),
        elided=frozenset(elided),
        unclosed=frozenset(unclosed),
        starts_in_chain=starts_in_chain,
        diagnostics=tuple(replace(UNCLOSED_STRING, span=Span(file_id, start, start + 1)) for start in unclosed),
    )
    return _with_added(fragment, [(0, b"$")] * starts_in_chain + [(end, b'"') for end in unclosed.values()])


def repairs(fragment: Fragment, file_id: int) -> Iterator[Fragment]:
    """Give other ways to see a text that was found broken, the most likely first."""
    mended = _without_slips(fragment, file_id)
    mended = _with_added(mended, find_statement_ends(mended.data))
    if mended.data != fragment.data:
        yield mended
    if not fragment.starts_in_chain and not _STARTS_FILE.search(fragment.data):
        yield replace(_with_added(mended, [(0, _CLASS_START), (len(mended.data), b"\n}")]), wrapped=True)


def _without_slips(fragment: Fragment, file_id: int) -> Fragment:
    slips = find_slips(fragment.data)
    data = bytearray(fragment.data)
    for place in (*slips.surplus, *slips.dangling):
        data[place] = ord(" ")
    found = (
        *((place, UNCLOSED_BRACKET) for place in slips.unclosed),
        *((place, _surplus(fragment.data, place)) for place in slips.surplus),
        *((place, _DANGLING_DOT) for place in slips.dangling),
        *((place, _MISSING_VALUE) for place in slips.unfinished),
    )
    places = ((fragment.place(place), slip) for place, slip in found)
    diagnostics = tuple(replace(slip, span=Span(file_id, place, place + 1)) for place, slip in places)
    mended = replace(fragment, data=bytes(data), diagnostics=fragment.diagnostics + diagnostics)
    return _with_added(mended, slips.additions)


def _surplus(data: bytes, place: int) -> Diagnostic:
    """Say what a bracket too many means: a brace may end the class round a method that was copied alone."""
    is_copied_along = data[place : place + 1] == b"}" and not _DECLARES_CLASS.search(data)
    return _SURPLUS_BRACE if is_copied_along else _SURPLUS_BRACKET


def _with_added(fragment: Fragment, additions: Sequence[Addition]) -> Fragment:
    """Put bytes into the data; additions are in order of their offsets."""
    pieces: list[bytes] = []
    inserted: list[int] = []
    end = length = 0
    earlier = iter(fragment.inserted)
    next_earlier = next(earlier, None)
    for place, added in (*additions, (len(fragment.data), b"")):
        while next_earlier is not None and next_earlier < place:
            inserted.append(next_earlier + length - end)
            next_earlier = next(earlier, None)
        pieces += (fragment.data[end:place], added)
        length += place - end
        inserted += range(length, length + len(added))
        length += len(added)
        end = place
    return replace(fragment, data=b"".join(pieces), inserted=tuple(inserted))


def _likely_end(data: bytes, start: int, end: int) -> int:
    """Say where a string should have ended that was not closed on its line: before the rest of a call, or there."""
    rest = _BEHIND_STRING.search(data, start + 1, end)
    return rest.start() if rest else end


def _stand_in(text: bytearray, start: int, end: int, comments: dict[int, int]) -> bytes:
    """Choose three bytes to stand for a `...`, by what is around it; none where it is Java's own or not understood."""
    place = _end_of_code_before(text, start, comments)
    before = bytes(text[max(0, place - _NEAR) : place])
    follows = _SPACE.match(text, end)
    place = follows.end() if follows else end
    after = bytes(text[place : place + _NEAR])
    last = before[-1:]
    word = _ENDS_WITH_WORD.search(before)
    is_arrow = before.endswith(b"->")
    if (word or last == b"]" or (last == b">" and not is_arrow)) and _VARIADIC_NAME.match(after):
        return b""
    if last == b"{" and before[:-1].rstrip()[-1:] in (b"=", b"]"):
        return _AS_NAME
    if last == b"(" and _END_OF_PARAMETERS.match(after) and not _EXPRESSION_IN_BRACKETS.search(before):
        return _AS_PARAMETER
    if last == b":":
        return _AS_NAME if after[:1] in (b";", b")", b",", b"]") else _AS_STATEMENT
    if is_arrow or last in _SIGNS_BEFORE_EXPRESSION or (word and word[0] in _WORDS_BEFORE_EXPRESSION):
        return _AS_NAME
    if after.startswith(b".") and last not in (b"", b";", b"{", b"}"):
        return _AS_SELECT
    if after.startswith(b".") and last != b"{":
        return _AS_NAME
    return b"" if after[:1] in (b")", b",", b"]") else _AS_STATEMENT


def _blank_annotation(text: bytearray, place: int) -> None:
    """Overwrite the annotation in `Type @NonNull ... name`, which the grammar does not know."""
    annotation = _TRAILING_ANNOTATION.search(text, max(0, place - _NEAR), place)
    if annotation:
        start, end = annotation.span(1)
        text[start:end] = b" " * (end - start)


def _end_of_code_before(text: bytearray, place: int, comments: dict[int, int]) -> int:
    while True:
        while place and text[place - 1] in b" \t\n\r\f\v":
            place -= 1
        if place not in comments:
            return place
        place = comments[place]
