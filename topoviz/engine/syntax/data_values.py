"""Values of a text that people write for us, taken as what they should be.

Each function takes the class of the exception that it raises; that class names the text, and the message the line.
"""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.engine.syntax.bad_text import BadText
from topoviz.engine.syntax.data_text import BadData, Data, Fields, Word, read_data


def read_document(text: str, bad: type[BadText]) -> Data:
    """Read one document of YAML or JSON."""
    try:
        return read_data(text)
    except BadData as error:
        raise bad(error.line, f"cannot be read: {error.why}") from error


def known_fields(data: Data, what: str, known: Sequence[str], bad: type[BadText]) -> Fields:
    """Take fields of which only these names are known."""
    if not isinstance(data, Fields):
        raise bad(data.line, f"has no fields such as {known[0]} where {what} is wanted.")
    check_names(data, what, known, bad)
    return data


def wanted_value(fields: Fields, name: str, bad: type[BadText]) -> Data:
    """Take a value that must be there."""
    found = fields.get(name)
    if found is None:
        raise bad(fields.line, f"lacks the field {name}.")
    return found


def check_names(fields: Fields, what: str, known: Sequence[str], bad: type[BadText]) -> None:
    """Refuse a field of which the name is not known."""
    for name, _ in fields.fields:
        if name.text not in known:
            raise bad(name.line, f"has a field {name.text[:40]!r}; of {what} are known: {', '.join(known)}.")


def single_value(name: Word, value: Data, bad: type[BadText]) -> Word:
    """Take the value of a name, which must be no list and no fields."""
    if not isinstance(value, Word):
        raise bad(value.line, f"has no single value for {name.text[:40]}.")
    return value


def whole_number(data: Data, what: str, least: int, most: int, bad: type[BadText]) -> int:
    """Take a whole number within bounds."""
    number = data.number if isinstance(data, Word) else None
    if number is None:
        raise bad(data.line, f"has no whole number where {what} is wanted.")
    if not least <= number <= most:
        raise bad(data.line, f"says {number:,} where {what} from {least:,} to {most:,} is wanted.")
    return number
