"""`topoviz diff` takes what a topoviz server has: an analysis of a team, and what a share link shows."""

import pytest

from tests.web.conftest import analyzed, share
from topoviz.cli.main import main
from topoviz.cli.served import TOKEN
from topoviz.web.accounts.models import Scope

pytestmark = pytest.mark.django_db(transaction=True)

COUNTED = 'StreamsBuilder b = new StreamsBuilder();\nb.stream("a").groupByKey().count().toStream().to("b");'
STATE_IS_LOST = (4, "State is lost unless it is migrated")


@pytest.fixture
def against(tmp_path, capsys):
    """Compare an address with a program that has a filter more; gives the exit code, the verdict and the rest."""
    new = tmp_path / "Orders.java"
    new.write_text(COUNTED.replace(".groupByKey", ".filter(p).groupByKey"))

    def run(address, *options):
        code = main(["diff", address, str(new), *options])
        said = capsys.readouterr()
        return code, said.out.partition("\n")[0], said.err + said.out

    return run


def test_a_share_link_is_a_version_with_its_settings(world, live_server, against):
    """The program itself is compared, not what describe() prints of it: calls are matched, and kinds are known."""
    link = share(world.alice, analyzed(world.alice, COUNTED, kafka_version="3.9")).json()["url"]

    for address in (f"{live_server.url}{link}", f"{live_server.url}{link}.svg"):
        code, verdict, said = against(address, "--kafka-new", "3.9")
        assert (code, verdict) == STATE_IS_LOST
        assert "old Orders.java:2:" in " ".join(said.split())
    assert "For Kafka Streams 3.9.2 → 4.3.1" in against(f"{live_server.url}{link}", "--kafka-new", "4.3")[2]


def test_an_analysis_is_read_with_a_token_of_its_team_alone(world, live_server, against, make_token, monkeypatch):
    document = analyzed(world.alice, COUNTED)
    page, address = f"{live_server.url}/a/{document['id']}", f"{live_server.url}{document['url']}"

    code, _, said = against(page)
    assert (code, "an analysis needs a token of its team in the variable TOPOVIZ_TOKEN" in said) == (2, True)

    monkeypatch.setenv(TOKEN, make_token(world.other_team, Scope.READ).secret)
    assert against(page)[0] == 2

    monkeypatch.setenv(TOKEN, make_token(world.team, Scope.READ).secret)
    assert against(page)[:2] == STATE_IS_LOST
    assert against(address)[:2] == STATE_IS_LOST


def test_a_link_that_is_gone_is_said(live_server, against):
    code, _, said = against(f"{live_server.url}/s/{'x' * 32}")

    assert (code, "a link may have been deleted or have expired" in said) == (2, True)
