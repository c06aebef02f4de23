"""`/api/v1/analyses/ID/assignments`: which tasks a topology has, and who gets them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from topoviz.engine.sizing.given import MOST_CPUS, MOST_RECORD_BYTES, MOST_RECORD_MS
from topoviz.rendering.assignment.views import TasksViewName
from topoviz.web.api.v1.calculations import Served
from topoviz.web.api.v1.schemas import AssignmentDocument, NamedAssignmentsDocument
from topoviz.web.api.v1.sizes import SizesSerializer
from topoviz.web.api.v1.submissions import SourceText, Strict

MOST_TEXT = 2_000_000
TASKS_VIEW = OpenApiParameter(
    "view",
    OpenApiTypes.STR,
    enum=tuple(TasksViewName),
    description="tasks shows topics, tasks, clients and their threads; tasks-threads clients and threads alone; "
    "tasks-moves what came, went and changed.",
)


def _out_of(what: str, least: int, most: int) -> dict[str, Any]:
    """Say which numbers are taken, whatever else was sent."""
    sentence = f"This is not {what} from {least:,} to {most:,}."
    return dict.fromkeys(("invalid", "min_value", "max_value", "max_string_length", "overflow"), sentence)


class SizingSerializer(Strict):
    """What is said of machines and records, to reckon what the cluster needs."""

    cpus = serializers.IntegerField(
        min_value=1, max_value=MOST_CPUS, allow_null=True, default=None, help_text="The CPUs of each instance.",
        error_messages=_out_of("a whole number", 1, MOST_CPUS),
    )  # fmt: skip
    record_bytes = serializers.IntegerField(
        min_value=0, max_value=MOST_RECORD_BYTES, allow_null=True, default=None,
        help_text="The bytes of a record with its key.",
        error_messages=_out_of("a whole number", 0, MOST_RECORD_BYTES),
    )  # fmt: skip
    record_ms = serializers.FloatField(
        min_value=0, max_value=MOST_RECORD_MS, allow_null=True, default=None,
        help_text="The milliseconds that a record takes in one task, on a CPU of its own.",
        error_messages=_out_of("a number", 0, MOST_RECORD_MS),
    )  # fmt: skip


class ClusterQuestionSerializer(Strict):
    """What every question about a cluster has."""

    topology = serializers.IntegerField(min_value=0, max_value=9999, default=0, help_text="Which topology, from 0.")
    partitions = SourceText(
        max_length=MOST_TEXT, default="",
        help_text="Partition counts: lines such as orders=4, YAML, JSON, or what kafka-topics.sh --describe prints.",
    )  # fmt: skip
    cluster = SourceText(
        max_length=MOST_TEXT, default="",
        help_text="The clients: YAML or JSON, lines of stream threads in logs, or what kafka-consumer-groups.sh "
        "--describe --members --verbose or kafka-streams-groups.sh --describe --members prints. Without it, the tasks "
        "alone are listed.",
    )  # fmt: skip
    settings = serializers.DictField(
        child=serializers.CharField(max_length=1000), default=dict,
        help_text="Settings of Kafka Streams, consumers and producers by name, such as num.standby.replicas or "
        "main.consumer.max.poll.records; they win over the cluster's own.",
    )  # fmt: skip
    assignor = serializers.CharField(
        max_length=100, allow_null=True, default=None,
        help_text="The assignor by its name; null for the one that the version takes by default.",
    )  # fmt: skip

    def validate_settings(self, given: dict[str, str]) -> dict[str, str]:
        """Refuse far more settings than there are."""
        if len(given) > 50:
            raise serializers.ValidationError("There are at most 50 settings.")
        return given


class AssignmentSerializer(SizesSerializer, ClusterQuestionSerializer):
    """What is asked."""

    sizing = SizingSerializer(
        allow_null=True, default=None,
        help_text="What is said of machines and records; null where nothing is.",
    )  # fmt: skip


ASSIGNMENTS = Served(
    kind="assignment",
    question=AssignmentSerializer,
    document=AssignmentDocument,
    named=NamedAssignmentsDocument,
    operation="assign",
    does="Work out the tasks of a topology, and who gets them.",
    example_name="three instances",
    picture="Who gets which task",
    first_view=TasksViewName.TASKS,
    picture_parameters=(TASKS_VIEW,),
)
