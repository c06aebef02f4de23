"""What pyspark looks up in Java again for every column, remembered.

Making a column asks Java twice: which class is meant, and whether it has such a method. A report makes some thousands
of columns, and for each of them Java looks through all jars of Spark.
"""

from __future__ import annotations

from typing import Any, Final

from py4j.java_gateway import JavaClass, JavaMember  # type: ignore[import-untyped]
from pyspark.sql import SparkSession

_FUNCTIONS: Final = "org.apache.spark.sql.functions"
_CLASSES: Final = {
    "functions": _FUNCTIONS,
    _FUNCTIONS: _FUNCTIONS,
    "PythonUtils": "org.apache.spark.api.python.PythonUtils",
}
"""The names by which pyspark asks, and the classes that they mean."""


class _Remembered(JavaClass):  # type: ignore[misc]
    """A class of Java whose methods are looked up once."""

    def __getattr__(self, name: str) -> Any:
        found = super().__getattr__(name)
        if isinstance(found, JavaMember):
            setattr(self, name, found)
        return found


def remember_lookups(spark: SparkSession) -> None:
    """Have this session's Java look up each function of Spark's once."""
    java: Any = getattr(spark.sparkContext, "_jvm", None)
    client: Any = getattr(java, "_gateway_client", None)
    for name, full_name in _CLASSES.items():
        setattr(java, name, _Remembered(full_name, client))
