"""What the settings promise."""

import os
import stat
import subprocess
import sys

import pytest
from django.db import connection

from topoviz.web.celery import app
from topoviz.web.database import SQLITE_OPTIONS, database_settings
from topoviz.web.places import CHECKOUT, data_directory, templates_directory
from topoviz.web.secret_key import kept_secret_key


def test_djangos_deployment_checks_find_nothing_behind_https(tmp_path, project):
    finished = subprocess.run(
        [sys.executable, "-m", "django", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=project,
        env=os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "topoviz.web.settings",
            "TOPOVIZ_HTTPS": "1",
            "TOPOVIZ_DATA": str(tmp_path),
        },
        capture_output=True,
        text=True,
    )

    assert finished.returncode == 0, finished.stderr
    assert "no issues" in finished.stdout


def test_the_secret_key_is_made_once_and_readable_by_its_owner_only(tmp_path):
    data = tmp_path / "data"

    key = kept_secret_key(data)

    assert len(key) > 50
    assert kept_secret_key(data) == key
    assert [file.name for file in data.iterdir()] == ["secret-key"]
    assert stat.S_IMODE((data / "secret-key").stat().st_mode) == 0o600


def test_two_data_directories_have_two_keys(tmp_path):
    assert kept_secret_key(tmp_path / "a") != kept_secret_key(tmp_path / "b")


def test_sqlite_takes_the_write_lock_early_and_logs_ahead(tmp_path):
    settings = database_settings(None, tmp_path)

    assert settings["NAME"] == tmp_path / "topoviz.sqlite3"
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in settings["OPTIONS"]["init_command"]


def test_a_url_names_another_database(tmp_path):
    settings = database_settings("postgres://user:word@db.example:5433/topoviz", tmp_path)

    assert settings["ENGINE"] == "django.db.backends.postgresql"
    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("db.example", 5433, "topoviz")
    assert settings["CONN_HEALTH_CHECKS"]


def test_sqlite_by_url_gets_the_same_options(tmp_path):
    assert database_settings(f"sqlite:///{tmp_path}/other.db", tmp_path)["OPTIONS"] == SQLITE_OPTIONS


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the tests run on another database")
def test_foreign_keys_are_enforced_in_sqlite():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys")
        assert cursor.fetchone() == (1,)


def test_data_goes_where_the_variable_says(tmp_path):
    assert data_directory({"TOPOVIZ_DATA": str(tmp_path)}) == tmp_path


def test_data_of_a_checkout_stays_in_it():
    assert data_directory({}) == CHECKOUT / "var"


def test_templates_of_a_checkout_are_found():
    assert (templates_directory() / "base.html").is_file()


def test_celery_takes_its_settings_from_django():
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.task_ignore_result
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.broker_url == "filesystem://"
