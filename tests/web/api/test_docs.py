"""`GET /api/v1/schema/` and `GET /api/v1/docs/`."""

import re

import pytest
from django.urls import get_resolver

pytestmark = pytest.mark.django_db


def test_the_schema_names_every_address_of_the_api(client):
    schema = client.get("/api/v1/schema/").json()

    described = {path.removeprefix("/api/v1/") for path in schema["paths"]}
    (api,) = (one for one in get_resolver().url_patterns if str(one.pattern) == "api/v1/")
    written = {re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern)) for one in api.url_patterns}
    assert described == written - {"schema/", "docs/"}
    assert schema["components"]["securitySchemes"].keys() == {"token", "session"}


def test_making_the_schema_warns_of_nothing(client, capfd):
    client.get("/api/v1/schema/")

    assert "arning" not in capfd.readouterr().err


def test_the_page_says_the_same_without_scripts(client):
    from topoviz.web.api.v1.docs import operations

    page = client.get("/api/v1/docs/").content.decode()

    assert "<script" not in page.partition("<main")[2]
    for operation in operations():
        assert f"{operation['method']} {operation['path']}" in page
        assert operation["description"], operation["id"]


def test_the_page_names_what_is_sent(client):
    page = client.get("/api/v1/docs/").content.decode()

    for name in ("files[].text", "settings.kafka_version", "preview", "expires_in_days", "archive"):
        assert f"<code>{name}</code>" in page


def test_the_page_promises_what_stays_and_shows_every_way_with_curl(client):
    page = client.get("/api/v1/docs/").content.decode()

    parts = "tokens waiting projects lag links webhooks lists deleting again known promise"
    for part in parts.split():
        assert f'<h2 id="{part}">' in page
        assert f'href="#{part}"' in page
    assert "twelve months" in page
    for header in ("Idempotency-Key", "Upload-Offset", "If-None-Match", "Retry-After", "Deprecation", "Sunset"):
        assert header in page
