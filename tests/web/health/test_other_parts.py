"""The parts that are found inside this very Python."""

import platform

import pytest
from django.db import DatabaseError, connection

from topoviz.web.health import engine, spark
from topoviz.web.health.database import database_part
from topoviz.web.health.part import Part, State
from topoviz.web.health.programs import package_version, program_version
from topoviz.web.health.python import python_part

JAVA = Part("Java", "", State.READY, "17.0.15", "")
NO_JAVA = Part("Java", "", State.MISSING, "none", "")


def test_python_tells_its_version():
    assert platform.python_version() in python_part().found


def test_the_engine_tells_its_version_and_reads_java():
    part = engine.engine_part()

    assert part.state is State.READY
    assert part.found == package_version("topoviz")


def test_an_engine_whose_grammar_does_not_load_is_trouble(monkeypatch):
    monkeypatch.setattr(engine.tree_sitter_java, "language", lambda: "not a grammar")

    assert engine.engine_part().state is State.TROUBLE


def test_an_engine_that_is_not_installed_is_trouble(monkeypatch):
    monkeypatch.setattr(engine, "package_version", lambda name: None)

    assert engine.engine_part().state is State.TROUBLE


def test_spark_with_java_is_ready():
    part = spark.spark_part(JAVA)

    assert (part.state, part.found) == (State.READY, package_version("pyspark"))


def test_spark_without_java_is_trouble():
    assert spark.spark_part(NO_JAVA).state is State.TROUBLE


def test_spark_that_is_not_installed_is_missing(monkeypatch):
    monkeypatch.setattr(spark, "package_version", lambda name: None)

    assert spark.spark_part(JAVA).state is State.MISSING


@pytest.mark.django_db
def test_the_database_answers():
    part = database_part()

    assert part.state is State.READY
    assert part.found.split()[0] in ("SQLite", "PostgreSQL")


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_trouble(monkeypatch):
    def no_cursor():
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", no_cursor)

    assert database_part().state is State.TROUBLE


def test_a_program_that_hangs_has_no_version(make_program, monkeypatch):
    monkeypatch.setattr("topoviz.web.health.programs.SECONDS", 0.2)

    assert program_version(["/bin/sh", "-c", "exec sleep 5"], r"v=(\d)") is None


def test_a_program_that_is_not_there_has_no_version():
    assert program_version(["/nowhere/program"], r"(\d)") is None


def test_a_package_that_is_not_there_has_no_version():
    assert package_version("no-such-package-anywhere") is None
