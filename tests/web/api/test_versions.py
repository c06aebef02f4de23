"""`GET /api/v1/versions`."""

import pytest

pytestmark = pytest.mark.django_db


def test_it_gives_every_line_with_its_newest_patch(client):
    document = client.get("/api/v1/versions").json()

    lines = {line["version"]: line for line in document["versions"]}
    assert document["default"] == document["versions"][0]["version"]
    assert lines["3.9"]["full"] == "3.9.2"
    assert [line["version"] for line in lines.values() if not line["is_exact"]] == ["2.2", "2.1", "2.0"]
    assert lines["4.3"]["full"] == "4.3.1"
    assert next(iter(lines)) == "4.3"
    assert "2.3.1" in document["exact"]


def test_it_says_how_each_can_be_told_to_optimize(client):
    lines = {line["version"]: line for line in client.get("/api/v1/versions").json()["versions"]}

    assert lines["2.3"]["optimization"] == ["none", "all"]
    assert lines["2.3"]["takes_list"] is False
    assert "merge.repartition.topics" in lines["3.9"]["optimization"]


def test_each_version_says_which_assignors_it_has(client):
    lines = {line["version"]: line for line in client.get("/api/v1/versions").json()["versions"]}

    assert [one["name"] for one in lines["2.4"]["assignors"] if one["is_default"]] == ["sticky"]
    assert [one["name"] for one in lines["3.9"]["assignors"] if one["is_default"]] == ["high-availability"]
    assert "fallback-prior" not in [one["name"] for one in lines["2.4"]["assignors"]]
    assert lines["2.4"]["settings"] == ["num.standby.replicas"]
