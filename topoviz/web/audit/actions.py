"""What is written down of a team: each with the words that follow the name of who did it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Action(StrEnum):
    """Something that changes a team, who is in it, or who can see what it has."""

    TEAM_CREATED = "team-created"
    TEAM_RENAMED = "team-renamed"
    CLAIMED = "claimed"
    INVITED = "invited"
    INVITATION_REVOKED = "invitation-revoked"
    JOINED = "joined"
    LEFT = "left"
    MEMBER_REMOVED = "member-removed"
    ROLE_CHANGED = "role-changed"
    TOKEN_CREATED = "token-created"  # noqa: S105 - the name of an action
    TOKEN_REVOKED = "token-revoked"  # noqa: S105 - the name of an action
    PROJECT_CREATED = "project-created"
    PROJECT_RENAMED = "project-renamed"
    PROJECT_ARCHIVED = "project-archived"
    PROJECT_UNARCHIVED = "project-unarchived"
    PROJECT_DELETED = "project-deleted"
    DEPLOYMENT_CHANGED = "deployment-changed"
    REVISION_DELETED = "revision-deleted"
    LINK_CREATED = "link-created"
    LINK_DELETED = "link-deleted"
    ANALYSIS_DELETED = "analysis-deleted"
    CALCULATION_DELETED = "calculation-deleted"
    REPORT_DELETED = "report-deleted"
    WEBHOOK_CREATED = "webhook-created"
    WEBHOOK_CHANGED = "webhook-changed"
    WEBHOOK_SECRET_REPLACED = "webhook-secret-replaced"  # noqa: S105 - the name of an action
    WEBHOOK_SWITCHED_ON = "webhook-switched-on"
    WEBHOOK_SWITCHED_OFF = "webhook-switched-off"
    WEBHOOK_DELETED = "webhook-deleted"
    EXPORTED = "exported"
    IMPORTED = "imported"


WORDS: Mapping[str, str] = {
    Action.TEAM_CREATED: "made the team",
    Action.TEAM_RENAMED: "gave the team another name:",
    Action.CLAIMED: "took in what was made without an account:",
    Action.INVITED: "made an invitation:",
    Action.INVITATION_REVOKED: "took an invitation back:",
    Action.JOINED: "joined the team as",
    Action.LEFT: "left the team",
    Action.MEMBER_REMOVED: "removed",
    Action.ROLE_CHANGED: "changed a role:",
    Action.TOKEN_CREATED: "made the token",
    Action.TOKEN_REVOKED: "took back the token",
    Action.PROJECT_CREATED: "made the project",
    Action.PROJECT_RENAMED: "gave a project another name:",
    Action.PROJECT_ARCHIVED: "archived the project",
    Action.PROJECT_UNARCHIVED: "took out of the archive the project",
    Action.PROJECT_DELETED: "deleted the project",
    Action.DEPLOYMENT_CHANGED: "said how it runs of the project",
    Action.REVISION_DELETED: "deleted the revision",
    Action.LINK_CREATED: "made a share link to",
    Action.LINK_DELETED: "deleted a share link to",
    Action.ANALYSIS_DELETED: "deleted the analysis",
    Action.CALCULATION_DELETED: "deleted the",
    Action.REPORT_DELETED: "deleted the lag report",
    Action.WEBHOOK_CREATED: "made the webhook",
    Action.WEBHOOK_CHANGED: "changed the webhook",
    Action.WEBHOOK_SECRET_REPLACED: "replaced the secret of the webhook",
    Action.WEBHOOK_SWITCHED_ON: "switched on the webhook",
    Action.WEBHOOK_SWITCHED_OFF: "switched off the webhook",
    Action.WEBHOOK_DELETED: "deleted the webhook",
    Action.EXPORTED: "exported everything that the team has",
    Action.IMPORTED: "imported",
}
"""What stands between who did it and what it was done to."""
