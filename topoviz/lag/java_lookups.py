"""What pyspark asks Java again for every column, remembered.

Making a column asks Java which class is meant, and whether it has such a method: a report makes some thousands of
columns, and for each of them Java looks through all jars of Spark. Most of these columns are names and constants, the
same ones again and again, and Java is told of each once more when Python needs it no longer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, ParamSpec, TypeVar

from py4j.java_gateway import JavaClass, JavaMember  # type: ignore[import-untyped]
from pyspark import SparkContext
from pyspark.sql import SparkSession

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")

_FUNCTIONS: Final = "org.apache.spark.sql.functions"
_CLASSES: Final = {
    "functions": _FUNCTIONS,
    _FUNCTIONS: _FUNCTIONS,
    "PythonUtils": "org.apache.spark.api.python.PythonUtils",
}
"""The names by which pyspark asks, and the classes that they mean."""


_PLAIN: Final = (str, int, float, type(None))
_MADE_ONCE: Final = ("col", "lit")
"""Functions that always make the same of the same name or number."""

_MOST_MADE: Final = 5_000
"""Names and numbers of all reports of a session; they differ from history to history."""


class _Remembered(JavaClass):  # type: ignore[misc]
    """A class of Java whose methods are looked up once."""

    def __getattr__(self, name: str) -> Any:
        found = super().__getattr__(name)
        if isinstance(found, JavaMember):
            found = _made_once(found) if self._fqn == _FUNCTIONS and name in _MADE_ONCE else found
            setattr(self, name, found)
        return found


def _made_once(make: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Remember the column of each name, number and truth value; columns do not change."""

    @lru_cache(_MOST_MADE, typed=True)
    def of_plain(value: Any) -> Any:
        return make(value)

    return lambda value: of_plain(value) if isinstance(value, _PLAIN) else make(value)


def made_once(make: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Remember what a function makes out of columns, for as long as the Java lives that has them.

    Every report asks for the same expressions, each part of which is a question to Java. What is made is not to be
    changed, and depends on the arguments alone, which are names and truth values.
    """
    kept: dict[Any, _Made] = {}
    owner: list[Any] = [None]

    @wraps(make)
    def give(*given: _Given.args, **named: _Given.kwargs) -> _Made:
        java = getattr(SparkContext, "_jvm", None)
        if java is not owner[0]:
            kept.clear()
            owner[0] = java
        key = (given, tuple(sorted(named.items())))
        found = kept.get(key)
        if found is None:
            found = kept[key] = make(*given, **named)
        return found

    return give


def remember_lookups(spark: SparkSession) -> None:
    """Have this session's Java look up each function of Spark's once."""
    java: Any = getattr(spark.sparkContext, "_jvm", None)
    client: Any = getattr(java, "_gateway_client", None)
    for name, full_name in _CLASSES.items():
        setattr(java, name, _Remembered(full_name, client))
