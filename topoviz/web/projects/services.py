"""Make projects and change them, and add revisions."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.services import keep
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record
from topoviz.web.projects.commits import UNKNOWN, Commit
from topoviz.web.projects.deployments import comparison_question, deployment_of, facts_of, tasks_question
from topoviz.web.projects.models import MAIN, Deployment, Project, Revision
from topoviz.web.projects.notes import move_notes
from topoviz.web.projects.selectors import find_project_named
from topoviz.web.projects.settling import settle_again, settle_if_there_is_room


class NameTaken(Exception):
    """The team has a project of this name."""


class Archived(Exception):
    """A project in the archive takes no revisions."""


class NoProjects(Exception):
    """Only a team of people has projects: a visitor's session may end, and its things with it."""


@transaction.atomic
def create_project(*, team: Team, name: str, caller: Caller, main_branch: str = MAIN) -> Project:
    """Make a project; raises NameTaken and NoProjects."""
    if team.is_anonymous:
        raise NoProjects
    try:
        with transaction.atomic():
            project = Project.objects.create(team=team, name=name, main_branch=main_branch, created_by=caller.user)
    except IntegrityError as error:
        raise NameTaken from error
    record(team=team, caller=caller, action=Action.PROJECT_CREATED, target=name)
    return project


def project_named(*, team: Team, name: str, caller: Caller) -> Project:
    """Give the project of a name, which is made when it is new; raises NoProjects."""
    found = find_project_named(caller, team, name)
    if found is not None:
        return found
    try:
        return create_project(team=team, name=name, caller=caller)
    except NameTaken:
        # Somebody made it at the same moment.
        return Project.objects.select_related("team").get(team=team, name=name)


@transaction.atomic
def change_project(*, project: Project, caller: Caller, name: str, main_branch: str) -> None:
    """Give a project another name or main branch; raises NameTaken."""
    before = project.name
    project.name, project.main_branch = name, main_branch
    try:
        with transaction.atomic():
            project.save(update_fields=("name", "main_branch"))
    except IntegrityError as error:
        project.name = before
        raise NameTaken from error
    if name != before:
        record(team=project.team, caller=caller, action=Action.PROJECT_RENAMED, target=f"{before} → {name}")


@transaction.atomic
def archive_project(*, project: Project, caller: Caller, is_archived: bool) -> None:
    """Put a project into the archive, where it takes no revisions, or take it out again."""
    project.archived = timezone.now() if is_archived else None
    project.save(update_fields=("archived",))
    action = Action.PROJECT_ARCHIVED if is_archived else Action.PROJECT_UNARCHIVED
    record(team=project.team, caller=caller, action=action, target=project.name)


@transaction.atomic
def change_deployment(*, project: Project, caller: Caller, facts: Mapping[str, str]) -> Deployment:
    """Say how the application runs; the newest revision is compared again where that changes what is asked of it.

    `facts` are as `read_fact` gives them; those that are not among them stay.
    """
    # Two who change it at once do so one after another.
    Project.objects.select_for_update().get(id=project.id)
    deployment = deployment_of(project)
    before, asked = facts_of(deployment), _asked(deployment)
    for name, text in facts.items():
        setattr(deployment, name, text)
    changed = [name for name, text in facts_of(deployment).items() if text != before[name]]
    if not changed:
        return deployment
    deployment.save()
    words = ", ".join(name.replace("_", " ") for name in changed)
    record(team=project.team, caller=caller, action=Action.DEPLOYMENT_CHANGED, target=f"{project.name}: {words}")
    if _asked(deployment) != asked:
        deployment.since = settle_again(project) or 1
        deployment.save(update_fields=("since",))
    return deployment


def _asked(deployment: Deployment) -> object:
    return comparison_question(deployment), tasks_question(deployment)


@transaction.atomic
def delete_revision(*, revision: Revision, caller: Caller) -> None:
    """Delete a revision, with its program unless another revision has that too.

    What was compared with it keeps its verdict, and its number. Notes that were written for it go on at the nearest
    revision of its branch that has what they are about; others go with it.
    """
    project = revision.project
    move_notes(revision)
    analysis = revision.analysis_id
    record(
        team=project.team, caller=caller, action=Action.REVISION_DELETED, target=f"{revision.number} of {project.name}"
    )
    revision.delete()
    if not Revision.objects.filter(analysis=analysis).exists():
        Analysis.objects.filter(id=analysis).only("id").delete()


@transaction.atomic
def delete_project(*, project: Project, caller: Caller) -> None:
    """Delete a project with its programs, their reports and links; what another project has too stays."""
    elsewhere = Revision.objects.filter(analysis=OuterRef("pk")).exclude(project=project)
    mine = Analysis.objects.filter(team=project.team_id, revisions__project=project).exclude(Exists(elsewhere))
    ids = list(mine.order_by().values_list("id", flat=True).distinct())
    record(team=project.team, caller=caller, action=Action.PROJECT_DELETED, target=project.name)
    project.delete()
    Analysis.objects.filter(id__in=ids).only("id").delete()


@transaction.atomic
def add_revision(
    *, project: Project, analysis: Analysis, caller: Caller, commit: Commit = UNKNOWN, source: str = ""
) -> Revision:
    """Say that a project has this program at a commit; an analysis that would be thrown away is kept by this.

    The same program at the same commit of a branch is one revision, however often it comes; without a commit it is one
    where the newest of the branch has the same program. Raises Archived.
    """
    locked = Project.objects.select_for_update().get(id=project.id)
    if locked.archived is not None:
        raise Archived
    branch = commit.branch or locked.main_branch
    keep(analysis=analysis, source=source or caller.source, user=caller.user)
    there = _same_revision(locked, analysis, branch, commit.commit)
    if there is not None:
        return there
    locked.last_number += 1
    locked.changed = timezone.now()
    locked.save(update_fields=("last_number", "changed"))
    revision = Revision.objects.create(
        project=locked,
        analysis=analysis,
        number=locked.last_number,
        branch=branch,
        commit=commit.commit,
        message=commit.message,
        author=commit.author,
        committed_at=commit.committed_at,
        pull_request=commit.pull_request,
        url=commit.url,
        created_by=caller.user,
    )
    # No job is to end of a program that is known already.
    settle_if_there_is_room(revision)
    return revision


def _same_revision(project: Project, analysis: Analysis, branch: str, commit: str) -> Revision | None:
    on_branch = Revision.objects.filter(project=project, branch=branch).order_by("-number")
    if commit:
        return on_branch.filter(commit=commit, analysis=analysis).first()
    newest = on_branch.first()
    return newest if newest is not None and newest.analysis_id == analysis.id and not newest.commit else None
