"""`/api/v1/projects/ID/stores`: what happened to the stores of a project over time."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.api.v1.project_schemas import StoreDocument, StoresDocument
from topoviz.web.api.v1.projects import BRANCH_OF_STORES, PROBLEM, callers_project
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.documents.problems import NotFound
from topoviz.web.documents.stores import store_document, stores_document
from topoviz.web.projects.stores import stores_of


class StoresView(APIView):
    """The stores of a project."""

    @extend_schema(
        operation_id="stores",
        parameters=[BRANCH_OF_STORES],
        responses={200: StoresDocument, (404, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request, project_id: uuid.UUID) -> Response:
        """Give the stores of a branch, those that are gone too, each with what became of it in which revision.

        A store is followed by what it does and reads: one that got another name is one store.
        """
        project = callers_project(request, project_id)
        return Response(stores_document(stores_of(project, request.query_params.get("branch", ""))))


class StoreView(APIView):
    """One store."""

    @extend_schema(
        operation_id="store",
        parameters=[BRANCH_OF_STORES],
        responses={200: StoreDocument, (404, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request, project_id: uuid.UUID, name: str) -> Response:
        """Give the store that has this name on a branch, or had it last, with what became of it."""
        project = callers_project(request, project_id)
        found = stores_of(project, request.query_params.get("branch", "")).called(name)
        if not found:
            raise NotFound
        return Response(store_document(found[0]))
