"""What tests of projects share: programs, and how they come to be revisions."""

from tests.web.conftest import body, work

BUILDER = "StreamsBuilder builder = new StreamsBuilder();\n"
COUNT = BUILDER + 'builder.stream("orders").groupByKey().count().toStream().to("counts");'
FILTERED = BUILDER + 'builder.stream("orders").filter((k, v) -> true).groupByKey().count().toStream().to("counts");'
NAMED = BUILDER + 'builder.stream("orders").groupByKey().count(Materialized.as("totals")).toStream().to("counts");'


def hand_in(client, text=COUNT, project="Shop", *, does_work=True, name="Orders.java", **vcs):
    """Submit a revision, work, and give the answer with what came of the revision."""
    sent = {**body(text, name), "project": project, **({"vcs": vcs} if vcs else {})}
    answer = client.post("/api/v1/analyses", sent, content_type="application/json")
    assert answer.status_code in (200, 202), answer.content
    if does_work:
        work()
    return client.get(answer.json()["revision"]["url"]).json()
