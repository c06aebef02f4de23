"""A small world for the table of routes: a team that has one of everything, and everybody who may or may not see it."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.test import Client
from django.utils import timezone

from tests.web.routes.model import Role
from topoviz.rendering.simulation.trace.pieces import PieceHead, pack
from topoviz.web.accounts.callers import Caller, TeamRole
from topoviz.web.accounts.invitations import invite
from topoviz.web.accounts.models import Membership, Scope, Team, User
from topoviz.web.accounts.models import Role as Part
from topoviz.web.accounts.services import create_api_token, create_team, revoke_api_token
from topoviz.web.analyses.models import Analysis, Job, Kind, Queue, State
from topoviz.web.analyses.names import index_names
from topoviz.web.analyses.versions import engine_version
from topoviz.web.calculations.models import Calculation, GivenRecords, TracePiece
from topoviz.web.calculations.traces import pack_records
from topoviz.web.lag_reports.models import LagReport, Upload
from topoviz.web.projects.models import Deployment, Note, Progress, Project, Revision, Verdict
from topoviz.web.sharing.services import create_share_link
from topoviz.web.webhooks.models import Delivery
from topoviz.web.webhooks.services import Wish, create_webhook

SAMPLES = Path(__file__).parents[3] / "frontend" / "tests" / "samples"
SECRET = "hushhush"
"""What stands in everything that the team has, and must stand in nothing that a stranger gets."""

PROGRAM = f'StreamsBuilder {SECRET} = new StreamsBuilder(); {SECRET}.stream("{SECRET}").to("b");'


def _sample(name: str) -> str:
    document: dict[str, Any] = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    if "files" in document:
        document["files"][0]["name"] = f"{SECRET}.java"
    return json.dumps(document)


RESULT, CHANGE, REPORT = _sample("join_and_count"), _sample("change"), _sample("lag_report")
SUBMISSION = json.dumps(
    {
        "files": [{"name": f"{SECRET}.java", "text": PROGRAM}],
        "settings": {"kafka_version": None, "optimize": None, "language": None, "set": {}, "application_id": None},
    }
)
OF_A_CLUSTER = {"partitions": "", "cluster": SECRET, "settings": {}, "assignor": None, "events": ""}
OF_A_SIMULATION = {"configuration": "", "records": {"bytes": len(SECRET), "sha256": SECRET}}
OF_TWO_VERSIONS = dict.fromkeys(
    ("application_id", "guarantee", "guarantee_before", "protocol", "protocol_before", "old_topology", "new_topology")
)
QUESTION = json.dumps(OF_A_CLUSTER | OF_A_SIMULATION | OF_TWO_VERSIONS)


class World:
    """The team, its things, and a client for each role."""

    def __init__(self) -> None:
        owner, outsider = (User.objects.create_user(name, f"{name}@example.com") for name in ("olga", "otto"))
        self.team, self.other_team = create_team(name=SECRET, owner=owner), create_team(name="Others", owner=outsider)
        self.owner, self.outsider = owner, outsider
        self.editor, self.viewer = self._member("edda", Part.EDITOR), self._member("vera", Part.VIEWER)
        self.removed = self._member("rita", Part.EDITOR)
        Membership.objects.filter(user=self.removed).delete()
        self.project = Project.objects.create(team=self.team, name=SECRET, last_number=2)
        self.other_project = Project.objects.create(team=self.team, name="Other")
        self.old_analysis, self.analysis = self._analysis("old", 1), self._analysis("new", 2)
        self.lone_analysis = self._analysis("lone")
        Deployment.objects.create(project=self.project, application_id=SECRET, partitions=f"{SECRET}=4")
        self.store = json.loads(RESULT)["topologies"][0]["topology"]["stores"][0]["name"]
        self.note = Note.objects.create(
            project=self.project, revision=self.project.revisions.get(number=2), sort="store", name=self.store,
            text=SECRET,
        )  # fmt: skip
        self.assignment = self._calculation("assignment")
        self.scenario = self._calculation("scenario")
        self.simulation = self._calculation("simulation")
        self._trace(self.simulation)
        self.comparison = self._calculation("comparison", old_analysis=self.old_analysis)
        self.report = LagReport.objects.create(team=self.team, analysis=self.analysis, result=REPORT)
        self._job(self.report.analysis, Kind.LAG, lag_report=self.report)
        self.link, self.share_token, self.delete_key = create_share_link(analysis=self.analysis, source="", user=owner)
        _, self.comparison_token, _ = create_share_link(
            analysis=self.analysis, calculation=self.comparison, source="", user=owner
        )
        _, self.assignment_token, _ = create_share_link(
            analysis=self.analysis, calculation=self.assignment, source="", user=owner
        )
        _, self.simulation_token, _ = create_share_link(
            analysis=self.analysis, calculation=self.simulation, source="", user=owner
        )
        _, self.report_token, _ = create_share_link(
            analysis=self.analysis, lag_report=self.report, source="", user=owner
        )
        revision = self.project.revisions.select_related("analysis").get(number=2)
        _, self.revision_token, _ = create_share_link(revision=revision, source="", user=owner)
        _, self.latest_token, _ = create_share_link(project=self.project, source="", user=owner)
        self.link_password = "open sesame"
        _, self.closed_token, _ = create_share_link(
            analysis=self.analysis, source="", user=owner, password=self.link_password
        )
        self.token, _ = create_api_token(team=self.team, name=SECRET, created_by=owner)
        self.upload = Upload.objects.create(team=self.team, source=f"user:{owner.pk}", name=SECRET, size=10)
        caller = Caller(self.team, (TeamRole(self.team, Part.OWNER),), user=owner)
        self.invitation, self.invitation_token = invite(team=self.team, caller=caller, role=Part.VIEWER, days=1)
        wish = Wish(SECRET, "json", "state-loss", hears_of_doubt=True, branches="all")
        self.webhook, _ = create_webhook(
            team=self.team,
            caller=caller,
            wish=wish,
            address=f"https://example.org/{SECRET}",
            base="https://example.org",
        )
        now = timezone.now()
        self.delivery = Delivery.objects.create(
            webhook=self.webhook, revision=self.project.revisions.get(number=2), body=SECRET, state="gave-up", due=now,
            finished=now,
        )  # fmt: skip
        self.clients = {role: self._client(role) for role in Role}
        self.values = {
            "analysis_id": self.analysis.id,
            "team_id": self.team.id,
            "report_id": self.report.id,
            "project_id": self.project.id,
            "number": 2,
            "note_id": self.note.id,
            "token": self.share_token,
            "link_id": self.link.id,
            "upload_id": self.upload.id,
            "token_id": self.token.id,
            "what": "report.json",
            "webhook_id": self.webhook.id,
            "delivery_id": self.delivery.id,
        }
        """What the parts of addresses mean where a row does not say it."""

    def _member(self, name: str, part: Part) -> User:
        user = User.objects.create_user(name, f"{name}@example.com")
        Membership.objects.create(team=self.team, user=user, role=part)
        return user

    def _analysis(self, key: str, number: int = 0) -> Analysis:
        """Make an analysis, which is the revision of the project that has the number, if there is one."""
        analysis = Analysis.objects.create(
            team=self.team,
            submission=SUBMISSION,
            cache_key=key,
            engine_version=engine_version(),
            result=RESULT,
            outcome="complete",
        )
        if number:
            Revision.objects.create(
                project=self.project, analysis=analysis, number=number, message=SECRET, progress=Progress.SETTLED,
                verdict=Verdict.FIRST if number == 1 else Verdict.COMPATIBLE,
            )  # fmt: skip
        index_names(analysis, json.loads(RESULT))
        self._job(analysis, Kind.ANALYZE)
        return analysis

    def _calculation(self, kind: str, **options: Any) -> Calculation:
        result = CHANGE if kind == "comparison" else '{"summary": null}'
        calculation = Calculation.objects.create(
            team=self.team, analysis=self.analysis, kind=kind, question=QUESTION, cache_key=kind, name=SECRET,
            engine_version=engine_version(), result=result, **options,
        )  # fmt: skip
        self._job(self.analysis, Kind.CALCULATE, calculation=calculation)
        return calculation

    def _trace(self, calculation: Calculation) -> None:
        line = json.dumps({"at_ms": 0.0, "event": "broker slow", "thread": "", "partition": SECRET, "extra_us": 1})
        head = PieceHead(0, 1, 0, 0, ("broker slow",), ("",), (SECRET,))
        TracePiece.objects.create(
            calculation=calculation, first=0, count=1, from_us=0, to_us=0, head=json.dumps(asdict(head)),
            data=pack([line]),
        )  # fmt: skip
        GivenRecords.objects.create(calculation=calculation, data=pack_records(SECRET))

    def _job(self, analysis: Analysis, kind: Kind, **options: Any) -> None:
        Job.objects.create(
            analysis=analysis, kind=kind, queue=Queue.ANALYSES, state=State.DONE, finished=timezone.now(), **options
        )

    def _client(self, role: Role) -> Client:
        people = {
            Role.OUTSIDER: self.outsider, Role.REMOVED: self.removed, Role.VIEWER: self.viewer,
            Role.EDITOR: self.editor, Role.OWNER: self.owner,
        }  # fmt: skip
        if role in people:
            client = Client()
            client.force_login(people[role])
            return client
        if role == Role.ANONYMOUS:
            return Client()
        if role == Role.OTHER_SESSION:
            return self._other_visitor()
        return self._token_client(role)

    def _other_visitor(self) -> Client:
        client, team = Client(), Team.objects.create(name="Visitor", is_anonymous=True)
        session = client.session
        session["team"] = str(team.id)
        session.save()
        return client

    def _token_client(self, role: Role) -> Client:
        scope = Scope.READ if role == Role.READ_TOKEN else Scope.WRITE
        expires_in = timedelta(seconds=-1) if role == Role.EXPIRED_TOKEN else None
        project = {Role.PROJECT_TOKEN: self.project.id, Role.OTHER_PROJECT_TOKEN: self.other_project.id}.get(role)
        token, secret = create_api_token(
            team=self.team, name=SECRET, scope=scope, expires_in=expires_in, project_id=project
        )
        if role == Role.REVOKED_TOKEN:
            revoke_api_token(token=token)
        return Client(headers={"Authorization": f"Bearer {secret}"})
