"""java.util.Locale: the languages that a program names, as far as they decide how texts and numbers are written."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.values import Opaque, Value

_LOCALE: Final = "Locale:"
_NAMES: Final = (
    "ROOT", "ENGLISH", "US", "UK", "CANADA", "GERMAN", "GERMANY", "FRENCH", "FRANCE", "CANADA_FRENCH", "ITALIAN",
    "ITALY", "JAPANESE", "JAPAN", "KOREAN", "KOREA", "CHINESE", "CHINA", "PRC", "TAIWAN", "SIMPLIFIED_CHINESE",
    "TRADITIONAL_CHINESE",
)  # fmt: skip


def locale_constant(owner: str, name: str) -> Value | None:
    """Give a constant of Locale; none of them is of a language that has letters with cases of their own, as Turkish."""
    return Opaque(f"{_LOCALE}{name}") if owner == "Locale" and name in _NAMES else None


def is_locale(value: Value) -> bool:
    """Tell whether a value is a constant of Locale."""
    return isinstance(value, Opaque) and value.type_name.startswith(_LOCALE)
