"""The whole table: every address of the product by its name, with the ways to ask it and who gets what."""

from tests.web.routes.model import Table
from tests.web.routes.tables.accounts import ACCOUNTS
from tests.web.routes.tables.analyses import ANALYSES
from tests.web.routes.tables.calculations import CALCULATIONS
from tests.web.routes.tables.lag_reports import LAG_REPORTS
from tests.web.routes.tables.pages import PAGES
from tests.web.routes.tables.projects import PROJECTS
from tests.web.routes.tables.sharing import SHARING
from tests.web.routes.tables.teams import TEAMS
from tests.web.routes.tables.tokens import TOKENS
from tests.web.routes.tables.uploads import UPLOADS
from tests.web.routes.tables.webhooks import WEBHOOKS

PARTS: dict[str, Table] = {
    "pages": PAGES,
    "accounts": ACCOUNTS,
    "teams": TEAMS,
    "sharing": SHARING,
    "analyses": ANALYSES,
    "calculations": CALCULATIONS,
    "lag reports": LAG_REPORTS,
    "tokens": TOKENS,
    "uploads": UPLOADS,
    "projects": PROJECTS,
    "webhooks": WEBHOOKS,
}
"""The parts of the product; an address stands in one of them."""

TABLE: Table = {name: calls for part in PARTS.values() for name, calls in part.items()}
