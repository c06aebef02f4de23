"""Spark, which works through large lag captures."""

from __future__ import annotations

from topoviz.web.health.part import Part, State
from topoviz.web.health.programs import package_version

PURPOSE = "Works through large captures of consumer lag."


def spark_part(java: Part) -> Part:
    """Tell which Spark is installed and whether there is a Java for it. No session is started to find out."""
    version = package_version("pyspark")
    if version is None:
        return Part(
            "Spark",
            PURPOSE,
            State.MISSING,
            "not installed",
            "The package pyspark is not installed in this Python.",
            "Start the product with python3 manage.py up, which installs it.",
        )
    if java.state is not State.READY:
        return Part(
            "Spark", PURPOSE, State.TROUBLE, version, "It is installed, but has no Java to run on.", "See Java above."
        )
    return Part("Spark", PURPOSE, State.READY, version, f"It is installed, with Java {java.found} to run on.")
