"""The whole table: every address of the product by its name, with the ways to ask it and who gets what."""

from tests.web.routes.model import Table
from tests.web.routes.tables.analyses import ANALYSES
from tests.web.routes.tables.calculations import CALCULATIONS
from tests.web.routes.tables.lag_reports import LAG_REPORTS
from tests.web.routes.tables.pages import PAGES
from tests.web.routes.tables.projects import PROJECTS
from tests.web.routes.tables.sharing import SHARING
from tests.web.routes.tables.tokens import TOKENS

# Each line is a part of the product; an address stands in one of them.
PARTS: tuple[Table, ...] = (
    PAGES,
    SHARING,
    ANALYSES,
    CALCULATIONS,
    LAG_REPORTS,
    TOKENS,
    PROJECTS,
)

TABLE: Table = {name: calls for part in PARTS for name, calls in part.items()}
