"""The lines of a capture: which are tables, which name a group, which a time, and which are the shell's.

The tables are those of `kafka-consumer-groups --describe`, and of `kafka-streams-groups --describe --verbose`, which
calls the lag `OFFSET-LAG`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from typing import Final, NamedTuple

LAG_ALONE: Final = "lag of a streams group, without its offsets"
_HEADER_WORDS: Final = {
    "GROUP": "group",
    "TOPIC": "topic",
    "PARTITION": "partition",
    "PART": "partition",
    "CURRENT-OFFSET": "committed_offset",
    "LOG-END-OFFSET": "log_end_offset",
    "CLIENT-ID": "client_id",
    "HOST": "host",
    "OWNER": "owner",
}
_OTHER_WORDS: Final = {"LAG", "OFFSET-LAG", "CONSUMER-ID", "LEADER-EPOCH", "...", "…"}
_NEEDED: Final = ("topic", "partition", "committed_offset", "log_end_offset")
_OTHER_TABLES: Final = {
    "NEW-OFFSET": "reset offsets",
    "#PARTITIONS": "members",
    "ASSIGNMENT": "members",
    "CURRENT-ASSIGNMENT": "members",
    "#MEMBERS": "state of the group",
    "COORDINATOR": "state of the group",
    "MEMBER": "members of a streams group",
    "OFFSET-LAG": LAG_ALONE,
}
_ECHO: Final = re.compile(r"(?:consumer|streams)-groups\b.*?\s--group[ =]+[\"']?([^\s\"']+)")
_ABOUT_GROUP: Final = re.compile(
    r"(?:Consumer|Streams) group ['`‘\"](.+?)['`’\"] (has no active members|is |does not exist)"
)
_PROMPT: Final = re.compile(
    r"(\[?[\w.-]+@[\w.-]+\b.{0,80}?[$%>#❯]|\(?[\w./~-]*\)?\s?[$%❯➜»]|PS [A-Z]:\\.*>|[A-Z]:\\\S*>|\^[A-Z]|"
    r"bash-[\d.]+[$#]?)(\s|$)"
)
_COMMAND: Final = re.compile(
    r"(\S*/)?k?[\w-]*(consumer|streams)-groups(\.sh|\.bat)?\s+-|"
    r"(while|for|do|done|sleep|watch|date|tee|exit|logout|clear|kubectl|docker|oc|ssh|cd|sh|bash|sudo)\b"
)
_ISO: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,9}))?\s?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?", re.ASCII
)
_DATE: Final = re.compile(
    r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?\s+(?:(\d{1,2})\s+([A-Z][a-z]{2})|([A-Z][a-z]{2})\s+(\d{1,2}))\s+(?:(\d{4})\s+)?"
    r"(\d\d?):(\d\d):(\d\d)(?:\s+([AP]M))?(?:\s+([A-Z]{1,5}|[+-]\d{2}:?(?:\d\d)?))?(?:\s+(\d{4}))?",
    re.ASCII,
)
_EPOCH: Final = re.compile(r"(\d{9,11})(?:\.(\d{1,9}))?|(\d{12,14})", re.ASCII)
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DECORATION: Final = re.compile(r"^[#=\-*\s>]*|[=\-*\s]*$")
_END_TAGS: Final = re.compile(r"(?:</\w+>\s*)+$")


class Instant(NamedTuple):
    """A time, and the abbreviation of its zone if that could not be read and UTC was taken in its place."""

    time: datetime
    unread_zone: str = ""


class LagHeader(NamedTuple):
    """The header of a lag table: the place of each column of ours, and how many columns there are."""

    places: dict[str, int]
    width: int


def clean(line: str) -> str:
    """Take off what surrounds a line: a comment sign, white space, the end of an HTML block."""
    return _END_TAGS.sub("", line.strip().lstrip("\ufeff").lstrip("#").strip()).rstrip()


def lag_header(line: str) -> LagHeader | None:
    """Read the header of a lag table, its columns in any order; None for any other line."""
    words = line.split()
    if not 4 <= len(words) <= 20 or any(word not in _HEADER_WORDS and word not in _OTHER_WORDS for word in words):
        return None
    places = {_HEADER_WORDS[word]: place for place, word in enumerate(words) if word in _HEADER_WORDS}
    if any(name not in places for name in _NEEDED):
        return None
    return LagHeader(places, len([word for word in words if word not in ("...", "…")]))


def other_table(line: str) -> str | None:
    """Name the table that a header begins if it is one of the tool's others; None for any other line."""
    words = line.split()
    if len(words) < 2 or any(word.upper() != word for word in words):
        return None
    return next((_OTHER_TABLES[word] for word in words if word in _OTHER_TABLES), None)


def is_of_the_shell(line: str) -> bool:
    """Tell whether a line that is no row is a prompt, or a command that was typed or echoed."""
    return bool(_PROMPT.match(line) or _COMMAND.match(line))


def named_group(line: str) -> str | None:
    """Give the group that a command or a sentence of the tool names."""
    found = _ECHO.search(line) or _ABOUT_GROUP.search(line)
    return found[1] if found else None


def time_stamp(line: str) -> Instant | None:
    """Read a line that is a time and nothing else: ISO 8601, seconds or milliseconds since 1970, or what `date` prints.

    A time without a zone is UTC.
    """
    text = _DECORATION.sub("", line)
    if not 9 <= len(text) <= 60:
        return None
    try:
        return _iso(text) or _date(text) or _epoch(text)
    except (ValueError, OverflowError):
        return None


def looks_like_capture(lines: Iterable[str]) -> bool:
    """Tell whether any line is of the kind that only the tool writes."""
    return any(
        lag_header(line) or other_table(line) or _ECHO.search(line) or _ABOUT_GROUP.search(line)
        for line in map(clean, lines)
    )


def _iso(text: str) -> Instant | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    day, minute, second, fraction, zone = found.groups()
    time = datetime.fromisoformat(f"{day}T{minute}{second or ':00'}").replace(tzinfo=_offset(zone))
    return Instant((time + timedelta(microseconds=int((fraction or "0").ljust(6, "0")[:6]))).astimezone(UTC))


def _epoch(text: str) -> Instant | None:
    found = _EPOCH.fullmatch(text)
    if found is None:
        return None
    start = datetime(1970, 1, 1, tzinfo=UTC)
    if found[3]:
        return Instant(start + timedelta(milliseconds=int(found[3])))
    return Instant(start + timedelta(seconds=int(found[1]), microseconds=int((found[2] or "0").ljust(6, "0")[:6])))


def _date(text: str) -> Instant | None:
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    day, month = found[1] or found[4], found[2] or found[3]
    year = found[5] or found[11]
    if year is None or month not in _MONTHS:
        return None
    hour = int(found[6])
    if found[9]:
        hour = hour % 12 + (12 if found[9] == "PM" else 0)
    zone = found[10]
    is_read = zone is None or zone in ("UTC", "GMT", "Z") or zone[0] in "+-"
    moment = datetime(
        int(year), _MONTHS.index(month) + 1, int(day), hour, int(found[7]), int(found[8]),
        tzinfo=_offset(zone if is_read else None),
    )  # fmt: skip
    return Instant(moment.astimezone(UTC), "" if is_read or zone is None else zone)


def _offset(zone: str | None) -> timezone:
    if zone is None or zone in ("Z", "UTC", "GMT"):
        return UTC
    digits = zone[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if zone[0] == "-" else offset)
