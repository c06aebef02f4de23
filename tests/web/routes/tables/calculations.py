"""Questions about topologies: who gets which task, what a scenario does, what changed."""

from tests.web.routes.model import API_OPEN, API_READ, API_WRITE, Table, delete, get, patch, post
from topoviz.rendering.forms.model import Form
from topoviz.web.documents.comparisons import CHANGE_FILES

ASKED = {"assignment": {"cluster": ""}, "scenario": {"events": "events: []"}, "simulation": {"records": ""}}


def of(kind: str) -> Table:
    """The addresses of one kind of question."""
    values = {"calculation_id": lambda world: getattr(world, kind).id}
    name = patch(API_WRITE, lambda world: {"name": "kept"}, values=values)
    asking = (post(API_WRITE, lambda world: ASKED[kind]),) if kind in ASKED else ()
    all_of_them = {f"api-kept-{kind}s": (get(API_OPEN),)} if kind in ASKED else {}
    return {
        **all_of_them,
        f"api-{kind}s": (get(API_READ), *asking),
        f"api-{kind}": (get(API_READ, values=values), name, delete(API_WRITE, values=values)),
        f"api-cancel-{kind}": (post(API_WRITE, values=values),),
        **{f"api-{kind}-{one}": (get(API_READ, values=values, query="wait=0"),) for one in Form},
    }


COMPARISON = {"calculation_id": lambda world: world.comparison.id}
OF_A_SIMULATION = ("events", "lanes", "trace", "records", "summary-md", "summary-txt")
SIMULATION = {"calculation_id": lambda world: world.simulation.id}


def two_analyses(world):
    return {"old": {"analysis": str(world.old_analysis.id)}, "new": {"analysis": str(world.analysis.id)}}


CALCULATIONS: Table = {
    **of("assignment"),
    **of("scenario"),
    **of("simulation"),
    **{f"api-simulation-{what}": (get(API_READ, values=SIMULATION),) for what in OF_A_SIMULATION},
    "api-simulation-event": (get(API_READ, values=SIMULATION | {"event": lambda world: 0}),),
    "api-explain-log": (
        post(API_OPEN, lambda world: {"text": "State transition from RUNNING to ERROR"}),
        post(API_READ, lambda world: {"text": "", "simulation": str(world.simulation.id)}),
    ),
    **of("comparison"),
    "api-compare": (get(API_OPEN), post(API_WRITE, two_analyses)),
    **{f"api-change-{ending}": (get(API_READ, values=COMPARISON, query="wait=0"),) for ending in CHANGE_FILES},
}
