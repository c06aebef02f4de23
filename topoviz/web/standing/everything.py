"""Everything the product runs on, in the order the page shows it."""

from __future__ import annotations

from collections.abc import Mapping

from topoviz.web.standing.broker import broker_part
from topoviz.web.standing.database import database_part
from topoviz.web.standing.engine import engine_part
from topoviz.web.standing.graphviz import graphviz_part
from topoviz.web.standing.java import java_part
from topoviz.web.standing.part import Part
from topoviz.web.standing.python import python_part
from topoviz.web.standing.spark import spark_part


def look_at_everything(variables: Mapping[str, str]) -> tuple[Part, ...]:
    """Look for every part; `variables` are those of the process."""
    java = java_part(variables)
    return (
        engine_part(),
        python_part(),
        database_part(),
        broker_part(variables),
        graphviz_part(variables),
        java,
        spark_part(java),
    )
