"""Lists in pages. A cursor says behind which row a page begins, so that what is added meanwhile shifts nothing.

A page takes one query, whatever comes before it, where an index has the team, the column of the order and the id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import Any, Final, Generic, TypeVar

from django.core import signing
from django.db.models import Model, Q, QuerySet

Row = TypeVar("Row", bound=Model)

USUAL_SIZE: Final = 50
MOST: Final = 200

Sorts = Mapping[str, str]
"""The orders of a list: what they are called, and the column or annotation that is never null."""


class BadCursor(ValueError):
    """A text that is no cursor of this list in this order."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows of a list, and where the next page begins; None behind the last."""

    rows: list[Row]
    next_cursor: str | None


def page_of(
    rows: QuerySet[Row, Row], sorts: Sorts, sort: str, *, cursor: str = "", size: int = USUAL_SIZE
) -> Page[Row]:
    """Give a page of what a query finds, in the order `sort`, such as `created`, or `-created` for the newest first.

    Rows that are alike in the order come by their ids. Raises BadCursor, and KeyError for an order that is none.
    """
    name = sort.removeprefix("-")
    column, is_down = sorts[name], sort.startswith("-")
    sign, beyond = ("-", "lt") if is_down else ("", "gt")
    label = f"{rows.model.__name__}:{sort}"
    if cursor:
        value, last_id = _read(cursor, label)
        # The first condition says nothing new, but lets the database begin in the index where the page does.
        rows = rows.filter(
            Q(**{f"{column}__{beyond}e": value}),
            Q(**{f"{column}__{beyond}": value}) | Q(**{column: value, f"pk__{beyond}": last_id}),
        )
    found = list(rows.order_by(f"{sign}{column}", f"{sign}pk")[: size + 1])
    has_more = len(found) > size
    shown = found[:size]
    return Page(shown, _write(shown[-1], column, label) if has_more else None)


def page_or_first(
    rows: QuerySet[Row, Row], sorts: Sorts, sort: str, *, cursor: str = "", size: int = USUAL_SIZE
) -> Page[Row]:
    """Do the same for a page of people, and give the first one where the cursor is none of this list."""
    try:
        return page_of(rows, sorts, sort, cursor=cursor, size=size)
    except BadCursor:
        return page_of(rows, sorts, sort, size=size)


def _write(row: Model, column: str, label: str) -> str:
    value: Any = reduce(getattr, column.split("__"), row)
    kept = {"time": value.isoformat()} if isinstance(value, datetime) else value
    return signing.Signer(salt=label).sign_object([kept, str(row.pk)], compress=True)


def _read(cursor: str, label: str) -> tuple[Any, str]:
    try:
        value, last_id = signing.Signer(salt=label).unsign_object(cursor)
    except (signing.BadSignature, ValueError) as error:
        raise BadCursor from error
    return datetime.fromisoformat(value["time"]) if isinstance(value, dict) else value, last_id
