"""Make Kotlin readable for the grammar: what it does not know is rewritten, and lost brackets are put back.

The grammar takes `"$name"` for plain text at times and `where` for no name, reads `f(table<K, V>("a"))` and
`Predicate<K, V> { … }` as comparisons, and wants a line end or a semicolon before most closing braces. A text remembers
which of its bytes were added, so that every offset leads back to what the user wrote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import Span
from topoviz.engine.syntax.fragment import MAY_MISS, UNCLOSED_BRACKET, UNCLOSED_STRING, Fragment

_NAME = rb"(?:[A-Za-z_\x80-\xff][\w\x80-\xff]*|`[^`\n]+`)"
_CODE = re.compile(
    rb"//[^\n]*|(?P<comment>/\*)|(?P<raw>\"\"\")|(?P<string>\")|'(?:\\.[^'\n]*|[^'\\\n]+)'|`[^`\n]*`"
    rb"|(?P<elision>\.\.\.|\xe2\x80\xa6)|(?P<open>[{(\[])|(?P<close>[})\]])"
)
_COMMENT = re.compile(rb"/\*|\*/")
_STRING = re.compile(rb"\\.|(?P<expression>\$\{)|\$(?P<name>%s)|(?P<end>\")|(?P<cut>\n)" % _NAME)
_RAW = re.compile(rb"(?P<expression>\$\{)|\$(?P<name>%s)|(?P<end>\"{3,})" % _NAME)
_BEHIND_STRING = re.compile(rb"[),;}]")
_TYPE_SIGNS = re.compile(rb"[\w\x80-\xff\s.,<>?*]*\Z")
_CALLEE = re.compile(rb"(?:%s\s*\??\.\s*)*%s\Z" % (_NAME, _NAME))
_LAST_WORD = re.compile(rb"(%s)\Z" % _NAME)
_LEADING_DOT = re.compile(rb"(?:\s++|//[^\n]*+)*+\??\.(?![\d.])")
_WHERE = re.compile(rb"\bwhere\b(?!\s+(?:@\w+\s+)?%s\s*:)" % _NAME)
"""The word as a name: before what type variables must be, it stands with one of these and a colon."""
_SPACE = re.compile(rb"\s*")

_CLOSING = {b"{": b"}", b"(": b")", b"[": b"]"}
_IN_STRING = frozenset({b'"', b'"""'})
_SIGNS_BEFORE_CALL = frozenset(bytes((sign,)) for sign in b"=.([{};?&|!+")
_SIGNS_IN_TYPES = frozenset((b":", b",", b"<"))
_WORDS_BEFORE_CALL = frozenset({b"return", b"in", b"else", b"to"})
_WORDS_IN_TYPES = frozenset({b"class", b"interface", b"object", b"fun", b"is", b"as", b"by"})
_LONGEST_TYPE = 400
_AS_NAME = b"___"

_SURPLUS_BRACKET = Diagnostic(
    Severity.UNSURE,
    "syntax",
    "This bracket closes nothing.",
    f"It was passed over. {MAY_MISS}",
    next_step="Remove the bracket, or paste the code that opens it.",
)


@dataclass(slots=True)
class _Scan:
    """What one way through the text found."""

    data: bytes
    mends: bool
    changed: bytearray
    place: int = 0
    opened: list[tuple[bytes, int]] = field(default_factory=list)
    additions: list[tuple[int, bytes]] = field(default_factory=list)
    elided: set[int] = field(default_factory=set)
    unclosed: set[int] = field(default_factory=set)
    slips: list[tuple[int, Diagnostic]] = field(default_factory=list)

    @property
    def inside(self) -> bytes:
        """The bracket or quote that was opened last; empty outside all."""
        return self.opened[-1][0] if self.opened else b""


def prepare(data: bytes, file_id: int, *, mends: bool = False) -> Fragment:
    """Give the text as the grammar should see it; when it mends, with brackets and line ends put right as well."""
    scan = _Scan(data, mends, bytearray(_WHERE.sub(b"wher_", data)))
    starts_in_chain = _LEADING_DOT.match(data) is not None
    if starts_in_chain:
        scan.additions.append((0, b"_"))
    while scan.place < len(data):
        if scan.inside in _IN_STRING:
            _scan_string(scan)
        else:
            _scan_code(scan)
    _close_rest(scan)
    return _fragment(scan, file_id, starts_in_chain)


def _fragment(scan: _Scan, file_id: int, starts_in_chain: bool) -> Fragment:
    pieces: list[bytes] = []
    inserted: list[int] = []
    end = length = 0
    changed = bytes(scan.changed)
    for place, added in (*scan.additions, (len(changed), b"")):
        pieces += (changed[end:place], added)
        length += place - end
        inserted += range(length, length + len(added))
        length += len(added)
        end = place
    diagnostics = tuple(replace(slip, span=Span(file_id, place, place + 1)) for place, slip in scan.slips)
    return Fragment(
        b"".join(pieces),
        tuple(inserted),
        frozenset(scan.elided),
        frozenset(scan.unclosed),
        starts_in_chain,
        diagnostics=diagnostics,
    )


def _scan_code(scan: _Scan) -> None:
    token = _CODE.search(scan.data, scan.place)
    if token is None:
        scan.place = len(scan.data)
        return
    scan.place = token.end()
    match token.lastgroup:
        case "comment":
            scan.place = _end_of_comment(scan.data, token.end())
        case "raw" | "string":
            scan.opened.append((token[0], token.start()))
        case "elision":
            _stand_in(scan, token.start(), token.end())
        case "open":
            if token[0] in (b"{", b"("):
                _drop_type_arguments(scan, token.start())
            scan.opened.append((token[0], token.start()))
        case "close":
            _close(scan, token[0], token.start())
        case _:
            pass


def _end_of_comment(data: bytes, place: int) -> int:
    """Find the end of a comment; in Kotlin they nest."""
    depth = 1
    while depth:
        sign = _COMMENT.search(data, place)
        if sign is None:
            return len(data)
        depth += 1 if sign[0] == b"/*" else -1
        place = sign.end()
    return place


def _scan_string(scan: _Scan) -> None:
    quote, start = scan.opened[-1]
    token = (_STRING if quote == b'"' else _RAW).search(scan.data, scan.place)
    if token is None:
        scan.place = len(scan.data)
        return
    scan.place = token.end()
    match token.lastgroup:
        case "expression":
            scan.opened.append((b"${", token.end() - 1))
        case "name":
            scan.additions += ((token.start() + 1, b"{"), (token.end(), b"}"))
        case "end":
            scan.opened.pop()
        case "cut":
            rest = _BEHIND_STRING.search(scan.data, start + 1, token.start())
            _end_string(scan, start, rest.start() if rest else token.start())
        case _:
            pass


def _end_string(scan: _Scan, start: int, end: int) -> None:
    """Close a string that the user did not close: before the rest of a call, or at the end of its line."""
    scan.opened.pop()
    while scan.additions and scan.additions[-1][0] > start:
        scan.additions.pop()
    scan.additions.append((end, b'"'))
    scan.unclosed.add(start)
    scan.slips.append((start, UNCLOSED_STRING))
    scan.place = end


def _close(scan: _Scan, sign: bytes, place: int) -> None:
    opening = scan.inside
    if opening == b"${" and sign == b"}":
        scan.opened.pop()
    elif _CLOSING.get(opening) == sign:
        scan.opened.pop()
        if sign == b"}" and scan.mends and _wants_semicolon(scan.data[max(0, place - _LONGEST_TYPE) : place]):
            scan.additions.append((place, b";"))
    elif scan.mends:
        _mend(scan, sign, place)


def _wants_semicolon(before: bytes) -> bool:
    """Tell whether the grammar wants a line end or semicolon between the last statement and its closing brace."""
    code = before.rstrip()
    return b"\n" not in before[len(code) :] and code[-1:] not in (b"", b"{", b"}", b";") and not code.endswith(b"->")


def _mend(scan: _Scan, sign: bytes, place: int) -> None:
    """Close what was left open inside the bracket that this one closes, or pass over it when it closes nothing."""
    is_opened = any(_CLOSING.get(opening) == sign for opening, _ in scan.opened)
    if not is_opened or (sign != b"}" and scan.inside == b"{"):
        scan.changed[place : place + 1] = b" "
        scan.slips.append((place, _SURPLUS_BRACKET))
        return
    while _CLOSING.get(scan.inside) != sign:
        opening, start = scan.opened.pop()
        scan.additions.append((place, _CLOSING.get(opening, b"}")))
        scan.slips.append((start, UNCLOSED_BRACKET))
    scan.opened.pop()


def _close_rest(scan: _Scan) -> None:
    """Close what is open where the text ends."""
    end = len(scan.data)
    while scan.opened:
        opening, start = scan.opened.pop()
        if opening in _IN_STRING:
            scan.opened.append((opening, start))
            _end_string(scan, start, end)
            scan.additions[-1] = (end, opening)
        elif scan.mends:
            scan.additions.append((end, _CLOSING.get(opening, b"}")))
            scan.slips.append((start, UNCLOSED_BRACKET))


def _stand_in(scan: _Scan, start: int, end: int) -> None:
    """Put a name for a `...`; in the middle of a chain, one behind a dot, so that the chain goes on from it."""
    before = _code_before(scan, start)
    follows = _SPACE.match(scan.data, end)
    after = scan.data[follows.end() if follows else end :][:1]
    is_in_chain = after == b"." and before[-1:] not in (b"", b"{", b";", b"(", b",", b"=", b">")
    if is_in_chain:
        scan.changed[start:end] = b".__"
        scan.elided.add(start + 1)
    else:
        scan.changed[start:end] = _AS_NAME
        scan.elided.add(start)
        if after not in (b"", b".", b")", b",", b"]", b"}", b"\n") and scan.data[end : end + 1] == b" ":
            scan.additions.append((end, b";"))


def _code_before(scan: _Scan, place: int) -> bytes:
    """Give some of the code before a place, without white space at its end and comments on the lines above."""
    lines = bytes(scan.changed[max(0, place - _LONGEST_TYPE) : place]).split(b"\n")
    while lines:
        line = lines.pop().partition(b"//")[0].rstrip()
        if line:
            return b"\n".join((*lines, line))
    return b""


def _drop_type_arguments(scan: _Scan, place: int) -> None:
    """Blank out the type arguments between a name and its brackets or lambda, unless the brace opens a body."""
    start = max(0, place - _LONGEST_TYPE)
    before = scan.data[start:place].rstrip()
    if not before.endswith(b">") or before.endswith(b"->"):
        return
    opening = _opening_angle(before)
    if opening is None or not _TYPE_SIGNS.match(before, opening):
        return
    callee = _CALLEE.search(before, 0, opening)
    is_call = scan.data[place : place + 1] == b"("
    if callee is not None and (is_call or _stands_in_expression(before[: callee.start()], scan.inside)):
        blank = re.sub(rb"[^\n]", b" ", before[opening:])
        scan.changed[start + opening : start + len(before)] = blank


def _opening_angle(text: bytes) -> int | None:
    """Find the `<` that the `>` at the end of a text closes."""
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += {ord(">"): 1, ord("<"): -1}.get(text[place], 0)
        if depth == 0:
            return place
    return None


def _stands_in_expression(before: bytes, inside: bytes) -> bool:
    """Tell whether what follows a text is a call and not a type, a class or a function."""
    code = before.rstrip()
    word = _LAST_WORD.search(code)
    if word is not None and word[1] in _WORDS_IN_TYPES:
        return False
    if not code or code.endswith(b"->") or (word is not None and word[1] in _WORDS_BEFORE_CALL):
        return True
    if code[-1:] == b"," and inside in (b"(", b"["):
        return True
    if code.endswith(b"?:"):
        return True
    if code[-1:] in _SIGNS_IN_TYPES:
        return False
    return code[-1:] in _SIGNS_BEFORE_CALL or b"\n" in before[len(code) :]
