"""What the tests of the web share: Alice and her team-mate Bob, Charlie who is in another team, and visitors."""

from dataclasses import dataclass

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client
from whitenoise import WhiteNoise

from topoviz.web.accounts.models import Membership, Role, Scope, Team, User
from topoviz.web.accounts.services import create_api_token, create_team
from topoviz.web.analyses import engine_process, engines
from topoviz.web.analyses.engine_process import EngineProcess
from topoviz.web.analyses.engine_starts import STARTS
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job, State
from topoviz.web.analyses.running import take_turn
from topoviz.web.lag_reports import warm
from topoviz.web.pages.kept_files import FILES
from topoviz.web.rates.counting import forget

PROGRAM = """
StreamsBuilder builder = new StreamsBuilder();
builder.stream("orders").groupBy((id, order) -> order.customer()).count().toStream().to("counts");
"""


@pytest.fixture(scope="session", autouse=True)
def collected_static_files():
    """Pages name static files by their content, so these are collected as in the product, and then looked at once.

    Each client of a test has a WhiteNoise of its own, which else looks at all of them before the first answer.
    """
    call_command("collectstatic", interactive=False, verbosity=0)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(WhiteNoise, "update_files_dictionary", looking_once(WhiteNoise.update_files_dictionary))
        yield


def looking_once(look):
    """Give what finds the files of a folder as this does, and remembers them."""
    found = {}

    def remembered(whitenoise, root, prefix):
        if (root, prefix) not in found:
            look(whitenoise, root, prefix)
            found[root, prefix] = dict(whitenoise.files)
        whitenoise.files.update(found[root, prefix])

    return remembered


@pytest.fixture(autouse=True)
def empty_cache():
    """No test sees what another has put into the cache."""
    for cache in caches.all(initialized_only=True):
        cache.clear()
    forget()
    FILES.forget()
    limits.cache_clear()


@pytest.fixture(autouse=True)
def no_stop_later():
    """A report has Spark stopped when nobody has asked for ten minutes: by then another test may be using it."""
    yield
    warm._stay()


@pytest.fixture(autouse=True)
def bells(monkeypatch):
    """The bells that were notified; there is no broker."""
    notified = []
    monkeypatch.setattr("topoviz.web.analyses.jobs.notify", lambda queue: notified.append(queue) or True)
    return notified


class OneAfterAnother(engines.Engines):
    """The engine in one real process for all tests of a worker of pytest; another environment has another process.

    The product takes a new one for each submission. That it does so, and what a process leaves behind, is tested in
    `analyses/`, `test_faults.py` and with a browser.
    """

    def __init__(self):
        super().__init__()
        self._idle, self._environment = None, None

    def keep(self, used):
        """There is one already."""

    def take(self, analysis):
        environment = engine_process._environment()
        process, self._idle = self._idle, None
        if process is not None and (environment != self._environment or not process.is_alive()):
            process.end()
            process = None
        self._environment = environment
        process = process or EngineProcess()
        process.has_submission = False
        return process

    def put_back(self, analysis, process):
        self.end()
        self._idle = process

    def end(self):
        if self._idle is not None:
            self._idle.end()
        self._idle = None


@pytest.fixture(scope="session")
def shared_engine():
    kept = OneAfterAnother()
    yield kept
    kept.end()
    STARTS.end()


@pytest.fixture(autouse=True)
def one_engine(shared_engine, monkeypatch):
    """Tests do not each start an engine."""
    monkeypatch.setattr(engines, "ENGINES", shared_engine)


@dataclass
class World:
    """Who there is."""

    alice: Client
    bob: Client
    charlie: Client
    viewer: Client
    visitor: Client
    team: Team
    other_team: Team


def signed_in(name, team=None, role=Role.EDITOR):
    user = User.objects.create_user(name)
    if team is not None:
        Membership.objects.create(team=team, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def world(db):
    """Alice owns a team, Bob edits and Vera looks in it; Charlie has a team of his own."""
    alice = User.objects.create_user("alice")
    charlie = User.objects.create_user("charlie")
    team = create_team(name="Orders", owner=alice)
    other_team = create_team(name="Payments", owner=charlie)
    clients = [Client(), Client()]
    for client, user in zip(clients, (alice, charlie), strict=True):
        client.force_login(user)
    return World(
        alice=clients[0],
        bob=signed_in("bob", team),
        charlie=clients[1],
        viewer=signed_in("vera", team, Role.VIEWER),
        visitor=Client(),
        team=team,
        other_team=other_team,
    )


@pytest.fixture
def make_token():
    """Make a token of a team; gives a client that shows it."""

    def make(team, scope=Scope.WRITE, **options):
        token, secret = create_api_token(team=team, name="CI", scope=scope, **options)
        client = Client(headers={"Authorization": f"Bearer {secret}"})
        client.token, client.secret = token, secret
        return client

    return make


def body(text=PROGRAM, name="Orders.java", preview=False, editor="", **settings):
    """What is submitted."""
    return {"files": [{"name": name, "text": text}], "settings": settings, "preview": preview, "editor": editor}


def submit(client, *arguments, query="", **settings):
    return client.post(f"/api/v1/analyses{query}", body(*arguments, **settings), content_type="application/json")


def work():
    """Do what the workers would, until nothing waits."""
    while waiting := set(Job.objects.filter(state=State.QUEUED).values_list("queue", flat=True)):
        for queue in sorted(waiting):
            take_turn(queue)


def analyzed(client, *arguments, **settings):
    """Submit, work, and give the document."""
    answer = submit(client, *arguments, **settings)
    assert answer.status_code in (200, 202), answer.content
    work()
    return client.get(answer.json()["url"]).json()


def share(client, document, **options):
    """Make a link to an analysis."""
    return client.post("/api/v1/share-links", {"analysis": document["id"], **options}, content_type="application/json")
