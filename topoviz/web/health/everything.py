"""Everything the product runs on, in the order the page shows it."""

from __future__ import annotations

from collections.abc import Mapping

from topoviz.web.health.broker import broker_part
from topoviz.web.health.database import database_part
from topoviz.web.health.engine import engine_part
from topoviz.web.health.graphviz import graphviz_part
from topoviz.web.health.java import java_part
from topoviz.web.health.part import Part
from topoviz.web.health.python import python_part
from topoviz.web.health.spark import spark_part


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
