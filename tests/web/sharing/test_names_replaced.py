"""Sharing with names replaced: in nothing that such a link gives stands a name of the program."""

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.web.conftest import analyzed, share, work
from topoviz.web.analyses.models import Analysis
from topoviz.web.pages import shared_files

pytestmark = pytest.mark.django_db

PROGRAM = """
// The secretcomment of Zorgcorp.
package com.zorgcorp.shop;
class ZorgTopology {
  static Topology build() {
    StreamsBuilder zorgBuilder = new StreamsBuilder();
    KStream<String, ZorgOrder> zorgStream = zorgBuilder.stream("zorg-orders", Consumed.as("zorg-read"));
    zorgStream.groupBy((k, v) -> v.zorgKey(), Grouped.as("zorg-grouped"))
        .count(Named.as("zorg-count"), Materialized.as("zorg-store")).toStream().to("zorg-counts");
    return zorgBuilder.build();
  }
  static Topology other() {
    StreamsBuilder zorgBuilder = new StreamsBuilder();
    zorgBuilder.stream("zorg-other").to(System.getenv("ZORG_TOPIC"));
    return zorgBuilder.build();
  }
  public static void main(String[] args) { new KafkaStreams(build(), null); new KafkaStreams(other(), null); }
}
"""


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    monkeypatch.setattr(shared_files, "DRAWING_SECONDS", 0)


def copies(client, *documents):
    """Have copies made with names replaced, and wait for them."""
    sent = {"analyses": [one["id"] for one in documents]}
    answer = client.post("/api/v1/renamed", sent, content_type="application/json")
    assert answer.status_code == 202, answer.content
    work()
    return [client.get(one["url"]).json() for one in answer.json()["analyses"]]


def everything_behind(link, queries=("", "?as=page", "?topology=1")):
    """Ask every address behind a link, as somebody without an account."""
    client, token = Client(), link["url"].removeprefix("/s/")
    addresses = [str(one.pattern) for one in get_resolver().url_patterns if str(one.pattern).startswith("s/")]
    assert len(addresses) > 10
    for _ in range(2):
        for address in addresses:
            path = "/" + address.replace("<str:token>", token).replace("<str:what>", "report.json")
            for query in queries:
                answer = client.get(path + query)
                content = b"".join(answer) if answer.streaming else answer.content
                yield path + query, answer.status_code, answer.headers, content
        for query in ("", "&maxwidth=300"):
            path = f"/oembed?url=http://testserver{link['url']}{query}"
            answer = client.get(path)
            yield path, answer.status_code, answer.headers, answer.content
        # What was not drawn yet is there the second time.
        work()


def test_no_name_of_the_program_stands_anywhere_behind_the_link(world):
    document = analyzed(world.alice, PROGRAM, "ZorgTopology.java", application_id="zorg-application")
    (copy,) = copies(world.alice, document)
    link = share(world.alice, copy).json()

    statuses = []
    for path, status, headers, content in everything_behind(link):
        statuses.append(status)
        said = f"{dict(headers)} {content.decode(errors='replace')}".lower()
        assert "zorg" not in said, path
        assert "secretcomment" not in said, path
        assert document["id"] not in said, path
    assert statuses.count(200) > 30
    page = Client().get(f"{link['url']}?as=page").content.decode()
    assert "topic-1" in page
    assert "store-1" in page


def test_a_comparison_is_shared_with_names_replaced_alike(world):
    old = analyzed(world.alice, PROGRAM, "Zorg.java")
    new = analyzed(world.alice, PROGRAM.replace('"zorg-store"', '"zorg-totals"'), "Zorg.java")
    before, after = copies(world.alice, old, new)
    asked = {"old": {"analysis": before["id"], "topology": 0}, "new": {"analysis": after["id"], "topology": 0}}
    answer = world.alice.post("/api/v1/comparisons", asked, content_type="application/json")
    assert answer.status_code in (200, 202), answer.content
    work()
    comparison = world.alice.get(answer.json()["url"]).json()
    assert comparison["result"]["verdict"]["level"] == "state-loss"
    link = world.alice.post(
        "/api/v1/share-links", {"comparison": comparison["id"]}, content_type="application/json"
    ).json()

    for path, _, headers, content in everything_behind(link, ("", "?as=page")):
        assert "zorg" not in f"{dict(headers)} {content.decode(errors='replace')}".lower(), path


def test_a_copy_is_a_preview_until_it_is_shared_and_the_same_each_time(world):
    document = analyzed(world.alice, PROGRAM)
    first, again = copies(world.alice, document), copies(world.alice, document)

    assert first[0]["id"] == again[0]["id"]
    assert Analysis.objects.get(id=first[0]["id"]).is_preview
    share(world.alice, first[0])
    assert not Analysis.objects.get(id=first[0]["id"]).is_preview


def test_what_has_no_topology_has_no_copy(world):
    document = analyzed(world.alice, 'Topology t = new Topology(); t.addSource("s", "x"); t.addSource("s", "y");')

    answer = world.alice.post("/api/v1/renamed", {"analyses": [document["id"]]}, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (409, "no-topology")
