"""Times as people and tools write them."""

from __future__ import annotations

from functools import reduce
from typing import Final

from pyspark.sql import Column
from pyspark.sql import functions as F

_ISO: Final = r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)? ?(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?)?$"
_SECONDS: Final = r"^\d{9,11}(\.\d{1,9})?$"
_MILLISECONDS: Final = r"^\d{12,14}$"
_PLAIN: Final = r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2}|\+00)?$"
_SECOND_LENGTH: Final = 19
_BETWEEN_DIGITS: Final = {5: b"-", 8: b"-", 11: b"T ", 14: b":", 17: b":"}
_UTC: Final = ("Z", "+00", "+00:00")


def without_utc(written: Column) -> Column:
    """Take away what says UTC at the end, without which a time is read in half the time."""
    bare: Column = written
    for zone in _UTC:
        bare = F.when(written.endswith(F.lit(zone)), F.left(written, F.length(written) - len(zone))).otherwise(bare)
    return bare


def plain_instant(written: Column, bare: Column) -> Column:
    """Read ISO 8601 as Spark reads it without help, UTC if without a zone; null where that is not certain.

    `bare` is what without_utc makes of it, as a column of the frame: otherwise Spark reckons it anew at each look.
    """
    is_plain = F.when(_is_to_the_second(bare), F.lit(True)).otherwise(written.rlike(_PLAIN))
    return F.when(is_plain, bare.try_cast("timestamp"))


def _is_to_the_second(bare: Column) -> Column:
    """Tell where what stands between digits is that of a whole second.

    It takes a third of the time of an expression, and bytes a fifth of that of letters, which Spark counts each time.
    """
    written, is_so = bare.cast("binary"), F.octet_length(bare) == _SECOND_LENGTH
    for place, signs in _BETWEEN_DIGITS.items():
        byte = F.substring(written, place, 1)
        is_so = is_so & reduce(Column.__or__, (byte == F.lit(bytes((sign,))) for sign in signs))
    return is_so


def instant(written: Column) -> Column:
    """Read ISO 8601 with or without a zone, UTC if without, and seconds or milliseconds since 1970."""
    tidy = F.regexp_replace(F.regexp_replace(written, ",", "."), r" ?(UTC|GMT)$", "Z")
    tidy = F.regexp_replace(F.regexp_replace(tidy, r" ?([+-]\d{2})$", "$1:00"), r" ?([+-]\d{2})(\d{2})$", "$1:$2")
    tidy = F.regexp_replace(tidy, r"^(.{16})($|[^:])", "$1:00$2")
    # A day ends like an offset without colons does, so only what follows a time may be one.
    tidy = F.when(written.rlike(r"\d:\d"), tidy)
    micros = (F.when(written.rlike(_SECONDS), written).try_cast("decimal(24,9)") * F.lit(1_000_000)).try_cast("long")
    millis = F.when(written.rlike(_MILLISECONDS), written).try_cast("long")
    return (
        F.when(written.rlike(_ISO), tidy.try_cast("timestamp"))
        .when(written.rlike(_SECONDS), F.timestamp_micros(micros))
        .when(written.rlike(_MILLISECONDS), F.timestamp_millis(millis))
    )
