"""The one door for regular expressions that a text brings: what Java finds with them, in bounded time, or None.

Source: java.util.regex.Pattern. Java tries all ways in which an expression can match, of which there may be more than
anybody can wait for. RE2 finds the same in time linear to the text, for what both languages write and mean alike. What
RE2 does not have, looking ahead and behind above all, is tried Java's way, with a text and an expression so small that
it ends soon. Of anything else nothing is known: classes within classes, possessive quantifiers, references to groups,
flags but for `(?i)`, letters beyond ASCII, and what depends on ends of lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

try:
    import re2
except ImportError:  # there is no wheel for every system; what is told then is more
    re2 = None

_SAME: Final = re.compile(
    r"(?:\(\?i\))?(?:[\w ,;:/#%&=<>!~'\"@-]|\\[sdwSDWb.|,;:/$^()\[\]{}*+?_-]"
    r"|\[\^?(?:[\w .,;:/#%=<>!~'\"@$|()*+?_-]|\\[sdwSDW.-])+\]"
    r"|\.|\^|\$|\||\((?:\?:|\?i:|\?=|\?!|\?<=|\?<!|\?<[a-zA-Z]+>)?|\)|(?<=[^(|^])[*+?]\??|\{\d{1,3}(?:,\d{0,3})?\})*+",
    re.ASCII,
)
"""What both languages mean alike, as far as it is written here."""

_OTHERWISE: Final = re.compile(r"[*+?}]\+|\[[^\]]*(?:&&|\[)|--|\|\||~~")
"""What one of them reads in another way: what is possessive, and what stands within classes."""

_ONLY_JAVA: Final = (
    (re.compile(r"\\[pP](?:[LNPSZMC]|\{(?:Is)?(?:Alphabetic|Digit|Letter|Latin|L[ult]?|Nd?|P|S|Z|M|C)\}"
                r"|\{(?:Lower|Upper|ASCII|Alpha|Digit|Alnum|Punct|Graph|Print|Blank|Cntrl|XDigit|Space)\})"), r"\\w"),
    (re.compile(r"\\[hHR]"), r"\\s"),
    (re.compile(r"(\\[dDsSwW])-"), r"\1\\-"),
)  # fmt: skip
"""What Java knows and Python does not, and what stands for it there."""

_READ_OTHERWISE: Final = re.compile(
    r"\(\?[P#(]|\(\?[imsu-]*[^imsu:=!<>)-]|\\[UN0]|(?<!\\)(?:\\\\)*\{(?!\d{1,9}(?:,\d{0,9})?\})"
    r"|(?<!\\)(?:\\\\)*\[(?:\\.|[^\]\\])*?(?:\[|&&|--|\|\||~~|\\b)|\[\^?\]"
)
"""What Python reads in another way than Java: groups, flags, braces, and what stands within classes."""

_PIECES: Final = re.compile(r"\\.|\[\^?(?:\\.|[^\]\\])+\]|\(\?(?:<?[=!]|:)|\{[^}]*\}|.", re.DOTALL)
_KNOWING_LINES: Final = frozenset({".", "^", "$"})
_REPEATS: Final = ("*", "+", "{")
_LONGEST_PATTERN: Final = 2_000
_LONGEST_TEXT: Final = 2_000
_LONGEST_BY_TRYING: Final = {0: 2_000, 1: 500, 2: 60, 3: 25}
"""How long a text may be, by how many parts of the expression may take any number of letters of it."""
_MOST_CHOICES: Final = 3
_MOST_WRITTEN: Final = 10_000_000
_MEMORY: Final = 1 << 20


class Found(Protocol):
    """What matched, as Python's own re.Match gives it."""

    def start(self) -> int: ...
    def end(self) -> int: ...
    def __getitem__(self, group: int) -> str | None: ...


@dataclass(frozen=True)
class Expression:
    """A compiled expression; `groups` is how many groups it has."""

    groups: int
    is_whole: Callable[[str], object]
    search: Callable[[str, int], Found | None]

    def all_in(self, text: str) -> Iterator[Found]:
        """Find all matches, as Matcher#find does: behind a match of nothing it goes on one letter further."""
        at = 0
        while at <= len(text):
            found = self.search(text, at)
            if found is None:
                return
            yield found
            at = found.end() + (found.start() == found.end())


def matches(text: str, pattern: str) -> bool | None:
    """Pattern#matches: whether the whole text matches."""
    expression = _compiled(pattern, text)
    return None if expression is None else expression.is_whole(text) is not None


def replaced(text: str, pattern: str, replacement: str, *, count: int = 0) -> str | None:
    """String#replaceAll, or #replaceFirst with a count of 1."""
    expression = _compiled(pattern, text)
    parts = _replacement_parts(replacement)
    if expression is None or parts is None or _ways(pattern).is_nested or len(text) * len(replacement) >= _MOST_WRITTEN:
        return None
    if any(isinstance(part, int) and part > expression.groups for part in parts):
        return None
    made: list[str] = []
    at = 0
    for turn, found in enumerate(expression.all_in(text), 1):
        made.append(text[at : found.start()])
        made.extend(part if isinstance(part, str) else found[part] or "" for part in parts)
        at = found.end()
        if turn == count:
            break
    return "".join(made) + text[at:]


def split(text: str, pattern: str, limit: int) -> list[str] | None:
    """String#split; a limit of 0 drops empty parts at the end, all of them if need be."""
    expression = _compiled(pattern, text)
    if expression is None or _ways(pattern).is_nested:
        return None
    parts: list[str] = []
    at = 0
    for found in expression.all_in(text):
        if limit > 0 and len(parts) == limit - 1:
            break
        if found.end():  # a match of nothing at the beginning makes no part
            parts.append(text[at : found.start()])
            at = found.end()
    parts.append(text[at:])
    while limit == 0 and at and parts and not parts[-1]:
        parts.pop()
    return parts


def is_compiled(pattern: str) -> bool:
    """Tell whether Java certainly compiles a regular expression.

    Whatever Python compiles is compiled by Java too, once what only one of the two knows is taken out.
    """
    for only_java, alike in _ONLY_JAVA:
        pattern = only_java.sub(alike, pattern)
    if len(pattern) > _LONGEST_PATTERN or _READ_OTHERWISE.search(pattern):
        return False
    try:
        re.compile(pattern.replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!"))
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _compiled(pattern: str, text: str) -> Expression | None:
    """Compile an expression that means the same everywhere, for a text in which everything does."""
    if len(pattern) > _LONGEST_PATTERN or len(text) > _LONGEST_TEXT:
        return None
    if not text.isascii() or "\v" in text:
        return None
    if ("\n" in text or "\r" in text) and not _KNOWING_LINES.isdisjoint(_PIECES.findall(pattern)):
        return None
    if _SAME.fullmatch(pattern) is None or _OTHERWISE.search(pattern):
        return None
    return _in_linear_time(pattern) or (_by_trying(pattern) if _ways(pattern).are_few(text) else None)


@lru_cache(maxsize=256)
def _in_linear_time(pattern: str) -> Expression | None:
    if re2 is None:
        return None
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        made = re2.compile(pattern, options)
    except re2.error:
        return None
    return Expression(made.groups, made.fullmatch, made.search)


def _by_trying(pattern: str) -> Expression | None:
    try:
        made = re.compile(pattern, re.ASCII)
    except (re.error, RecursionError):
        return None
    return Expression(made.groups, made.fullmatch, made.search)


@dataclass(frozen=True, slots=True)
class _Ways:
    """In how many ways an expression may match one text.

    `repetitions` are parts that may take any number of letters, `choices` those with two ways. A group with either in
    it may match in many ways, and `is_nested` when such a group is repeated: in too many to try, and which of them
    counts is not the same for Java and RE2 where one matches nothing.
    """

    repetitions: int
    choices: int
    is_nested: bool

    def are_few(self, text: str) -> bool:
        """Tell whether all of them can be tried for a text soon."""
        longest = _LONGEST_BY_TRYING.get(self.repetitions, 0)
        return not self.is_nested and self.choices <= _MOST_CHOICES and len(text) <= longest


@lru_cache(maxsize=256)
def _ways(pattern: str) -> _Ways:
    repetitions = choices = 0
    is_nested = False
    groups = [False]  # for each group round here, whether it may match in several ways
    pieces = _PIECES.findall(pattern)
    for piece, following in zip(pieces, [*pieces[1:], ""], strict=False):
        if piece.startswith("("):
            groups.append(False)
        elif piece == ")" and len(groups) > 1:
            is_manifold = groups.pop()
            is_nested = is_nested or (is_manifold and following.startswith(_REPEATS))
            groups[-1] = groups[-1] or is_manifold
        elif piece in ("|", "?") or piece.startswith(_REPEATS):
            groups[-1] = True
            repetitions += piece not in ("|", "?")
            choices += piece in ("|", "?")
    return _Ways(repetitions, choices, is_nested)


def _replacement_parts(replacement: str) -> list[str | int] | None:
    """Take a replacement apart: `$1` is a group, and what stands behind a backslash means itself."""
    parts: list[str | int] = []
    for piece in re.findall(r"\\.|\$[0-9]|[^\\$]+|.", replacement, re.DOTALL):
        if piece.startswith("\\") and len(piece) > 1:
            parts.append(piece[1:])
        elif piece.startswith("$") and len(piece) > 1:
            parts.append(int(piece[1:]))
        elif piece in ("\\", "$"):
            return None  # Java refuses it, or looks for a group by name
        else:
            parts.append(piece)
    return None if re.search(r"\$[0-9]{2}", replacement) else parts
