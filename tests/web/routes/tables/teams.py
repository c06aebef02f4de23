"""Teams, their members and invitations."""

from tests.web.routes.model import (
    PAGE_OPEN,
    PAGE_OWN,
    PAGE_READ,
    PAGE_SIGNED_IN,
    PAGE_WRITE,
    Access,
    Gets,
    Table,
    form,
    get,
    page,
)


def of_team(who: Access) -> Access:
    """Pages of a team ask whoever is not signed in to do that, whether there is such a team or not."""
    return who | {role: Gets.LOGIN for role, gets in ANONYMOUS.items() if gets is Gets.LOGIN}


ANONYMOUS = page(Gets.LOGIN, outsider=Gets.YES, viewer=Gets.YES, editor=Gets.YES, owner=Gets.YES)
READ, OWN = of_team(PAGE_READ), of_team(PAGE_OWN)
LEAVE = READ
CHOOSE = of_team(PAGE_READ)
OF_INVITATION = {"token": lambda world: world.invitation_token}
OF_EDITOR = {"user_id": lambda world: world.editor.id}


TEAMS: Table = {
    "teams": (get(PAGE_SIGNED_IN), form(PAGE_SIGNED_IN, lambda world: {"name": "Another"})),
    "choose-team": (form(CHOOSE, lambda world: {"team": str(world.team.id)}),),
    "team": (get(READ),),
    "team-members": (get(READ),),
    "team-role": (form(OWN, lambda world: {"role": "viewer"}, values=OF_EDITOR),),
    "team-remove": (form(OWN, values=OF_EDITOR),),
    "team-leave": (form(LEAVE),),
    "team-hand-over": (form(OWN, lambda world: {"user": str(world.editor.id)}),),
    "team-invite": (form(OWN, lambda world: {"role": "viewer", "days": "7"}),),
    "team-revoke": (form(OWN, values={"invitation_id": lambda world: world.invitation.id}),),
    "team-settings": (get(OWN), form(OWN, lambda world: {"name": "Renamed"})),
    "team-delete": (form(OWN, lambda world: {"delete-name": world.team.name}),),
    "team-audit": (get(OWN),),
    "team-links": (get(READ),),
    "team-revoke-link": (form(of_team(PAGE_WRITE)),),
    # Whoever has the link sees the name of the team, and joins when signed in.
    "invitation": (get(PAGE_OPEN, values=OF_INVITATION, shows=True), form(PAGE_OPEN, values=OF_INVITATION, shows=True)),
}
