"""What the description of the API says beside its views: ways to sign in, results, and problems of any address."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from topoviz.lag.days.report import SCHEMA as DAYS_SCHEMA
from topoviz.lag.days.report import DaysReport
from topoviz.lag.report.lag_report import SCHEMA, TIMES, LagReport
from topoviz.rendering.calculations.scenario_shapes import Scenario
from topoviz.rendering.calculations.shapes import Assignment
from topoviz.rendering.calculations.simulation_shapes import EventThen, Lanes, Simulation, TraceEvent
from topoviz.rendering.changes.shapes import Change
from topoviz.rendering.log_lines.shapes import ExplainedLog
from topoviz.rendering.shapes import Analysis
from topoviz.web.api.v1.members import describe
from topoviz.web.api.v1.type_schemas import Components

Json = dict[str, Any]

RESULT, LAG, DAYS = "Result", "Lag", "Days"
ANALYSIS = {"$ref": f"#/components/schemas/{RESULT}Analysis"}
ASSIGNMENT = {"$ref": f"#/components/schemas/{RESULT}Assignment"}
SCENARIO = {"$ref": f"#/components/schemas/{RESULT}Scenario"}
SIMULATION = {"$ref": f"#/components/schemas/{RESULT}Simulation"}
TRACE_EVENT = {"$ref": f"#/components/schemas/{RESULT}TraceEvent"}
LANES = {"$ref": f"#/components/schemas/{RESULT}Lanes"}
EVENT_THEN = {"$ref": f"#/components/schemas/{RESULT}EventThen"}
EXPLAINED_LOG = {"$ref": f"#/components/schemas/{RESULT}ExplainedLog"}
CHANGE = {"$ref": f"#/components/schemas/{RESULT}Change"}
LAG_REPORT = {"$ref": f"#/components/schemas/{LAG}LagReport"}
LAG_DAYS = {"$ref": f"#/components/schemas/{DAYS}DaysReport"}
DIAGNOSTIC = {"$ref": f"#/components/schemas/{RESULT}Diagnostic"}

PROBLEM: Json = {
    "description": "Anything that goes wrong.",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}},
}


def register() -> None:
    """Do nothing: the two classes make themselves known when this module is read."""


def complete(result: Json, generator: Any, request: Any, public: bool) -> Json:
    """Add the schemas of results, what members mean that nobody describes, and the problems of every address."""
    analyses, lag = Components(RESULT), Components(LAG, _lag_member)
    analyses.reference(Analysis)
    analyses.reference(Assignment)
    analyses.reference(Scenario)
    analyses.reference(Simulation)
    analyses.reference(TraceEvent)
    analyses.reference(Lanes)
    analyses.reference(EventThen)
    analyses.reference(Change)
    analyses.reference(ExplainedLog)
    lag.reference(LagReport)
    days = Components(DAYS)
    days.reference(DaysReport)
    for report, schema in ((lag.schemas[f"{LAG}LagReport"], SCHEMA), (days.schemas[f"{DAYS}DaysReport"], DAYS_SCHEMA)):
        report["properties"] = {"schema": {"type": "string", "description": schema}, **report["properties"]}
        report["required"] = ["schema", *report["required"]]
    schemas = {**result["components"]["schemas"], **analyses.schemas, **lag.schemas, **days.schemas}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    for name, one in schemas.items():
        for member, shape in one.get("properties", {}).items():
            shape.setdefault("description", describe(name, member))
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["responses"].setdefault("default", PROBLEM)
    return result


def _lag_member(kind: str, member: str, schema: Json) -> Json:
    """Say of times that they are text in JSON."""
    if member not in TIMES:
        return schema
    types = ["string", "null"] if isinstance(schema["type"], list) else "string"
    return {"type": types, "format": "date-time"}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tokens of programs."""

    target_class = "topoviz.web.api.v1.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Describe the header."""
        return {"type": "http", "scheme": "bearer", "description": "A token of a team; it begins with tvz_."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Browsers' sessions."""

    target_class = "topoviz.web.api.v1.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Describe the cookie."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "What changes something also needs X-CSRFToken, from a page of this server.",
        }
