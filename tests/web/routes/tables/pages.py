"""The pages, but for those of teams, accounts and projects."""

from tests.web.routes.model import PAGE_OPEN, PAGE_READ, PAGE_WRITE, Table, form, get
from topoviz.web.documents.wheel import own_wheel

PAGES: Table = {
    "start": (get(PAGE_OPEN),),
    "carried": (get(PAGE_OPEN),),
    "help": (get(PAGE_OPEN),),
    "formats": (get(PAGE_OPEN),),
    "terms": (get(PAGE_OPEN),),
    "health": (get(PAGE_OPEN),),
    "healthz": (get(PAGE_OPEN),),
    "favicon": (get(PAGE_OPEN),),
    "help-ci": (get(PAGE_OPEN),),
    "simple-index": (get(PAGE_OPEN),),
    "simple-project": (get(PAGE_OPEN),),
    "simple-wheel": (get(PAGE_OPEN, values={"name": lambda world: own_wheel().name}),),
    "api-docs": (get(PAGE_OPEN),),
    "analysis-page": (get(PAGE_READ),),
    "lag-report-page": (get(PAGE_READ),),
    "delete-analysis": (
        get(PAGE_WRITE),
        form(PAGE_WRITE, values={"analysis_id": lambda world: world.lone_analysis.id}),
    ),
    "delete-lag-report": (get(PAGE_WRITE), form(PAGE_WRITE)),
}
