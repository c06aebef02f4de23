"""Lag histories and their reports."""

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.web.lag_reports.conftest import HISTORY
from tests.web.routes.model import API_OPEN, API_READ, API_WRITE, Gets, Role, Table, delete, form, get, post


def history(world):
    return {"analysis": str(world.analysis.id), "file": SimpleUploadedFile("lag.csv", HISTORY)}


ANNOUNCES = API_OPEN | {Role.VIEWER: Gets.FORBIDDEN, Role.READ_TOKEN: Gets.FORBIDDEN}
"""Who announces a history stores nothing; who only reads may not, as with the history itself."""

LAG_REPORTS: Table = {
    "api-lag-reports": (get(API_OPEN), form(API_WRITE, history)),
    "api-lag-announcement": (post(ANNOUNCES, lambda world: {"bytes": 1_000}),),
    "api-lag-report": (get(API_READ), delete(API_WRITE)),
    "api-cancel-lag": (post(API_WRITE),),
    "api-lag-file": (get(API_READ),),
}
