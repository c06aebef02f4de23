"""The shapes of answers, for the description of the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from topoviz.engine.outcome import Outcome
from topoviz.web.analyses.models import State
from topoviz.web.api.v1.openapi import (
    ANALYSIS,
    ASSIGNMENT,
    CHANGE,
    DIAGNOSTIC,
    LAG_DAYS,
    LAG_REPORT,
    SCENARIO,
    SIMULATION,
    TRACE_EVENT,
)

OUTCOMES = [one.value for one in Outcome]


class Shape(serializers.Serializer[Any]):
    """What an answer looks like; nothing is read with it."""


class FieldErrorDocument(Shape):
    """What is wrong with one field."""

    field = serializers.CharField(help_text="Its place, such as files[0].name; empty for the whole.")
    detail = serializers.CharField(help_text="What is wrong with it.")


class LimitDocument(Shape):
    """A limit that was passed."""

    name = serializers.CharField(help_text="Its name among the settings of the server.")
    value = serializers.IntegerField(help_text="How much is taken: bytes of a size, else a number.")
    seconds = serializers.IntegerField(allow_null=True, help_text="In how many seconds, where it is a rate.")


@extend_schema_field(ANALYSIS)
class AnalysisField(serializers.DictField):
    """topoviz/analysis@1."""


@extend_schema_field(ASSIGNMENT)
class AssignmentField(serializers.DictField):
    """topoviz/assignment@1."""


@extend_schema_field(SCENARIO)
class ScenarioField(serializers.DictField):
    """topoviz/scenario@1."""


@extend_schema_field(SIMULATION)
class SimulationField(serializers.DictField):
    """topoviz/simulation@1."""


@extend_schema_field(TRACE_EVENT)
class TraceEventField(serializers.DictField):
    """An event of a simulation."""


@extend_schema_field(CHANGE)
class ChangeField(serializers.DictField):
    """topoviz/change@1."""


@extend_schema_field(LAG_REPORT)
class LagReportField(serializers.DictField):
    """topoviz/lag-report@1."""


@extend_schema_field(LAG_DAYS)
class LagDaysField(serializers.DictField):
    """topoviz/lag-days@1."""


@extend_schema_field(DIAGNOSTIC)
class DiagnosticField(serializers.DictField):
    """A diagnostic of an analysis."""


class ProblemDocument(Shape):
    """What went wrong (RFC 9457)."""

    type = serializers.CharField(help_text="Where the code is explained.")
    title = serializers.CharField(help_text="The status in words.")
    status = serializers.IntegerField(help_text="The HTTP status.")
    detail = serializers.CharField(help_text="What is wrong, in a sentence.")
    code = serializers.CharField(help_text="What is wrong, for programs; a code never changes its meaning.")
    next_step = serializers.CharField(help_text="What to do.")
    # Serializers that read have errors of their own; this one reads nothing.
    errors = FieldErrorDocument(  # type: ignore[assignment]
        many=True, required=False, help_text="Each field that is not as it must be."
    )
    limit = LimitDocument(required=False, help_text="The limit that was passed.")
    offset = serializers.IntegerField(
        required=False, help_text="With the code wrong-offset: where the next piece begins."
    )
    analysis = serializers.CharField(required=False, help_text="With ?strict=1: the address of the analysis.")
    outcome = serializers.ChoiceField(
        choices=OUTCOMES, allow_null=True, required=False, help_text="With ?strict=1: how the analysis went."
    )
    diagnostics = serializers.ListField(
        child=DiagnosticField(), required=False, help_text="With ?strict=1: the first diagnostics that say why."
    )


OUTCOME = (
    "How it went, in one word; null until there is a result. unreadable: something that was submitted could not be "
    "read, though topologies of the rest may be there. empty: all of it was read, and there is no topology in it. "
    "refused: Kafka Streams refuses a topology, or its program ends itself. unsure: part of the result is not certain, "
    "and marked. complete: everything is known. Of several topologies the first of these that holds of one; each says "
    "its own in the result. The command line's exit codes mean the same: 2, 2, 1, 3 and 0."
)


class ShortDocument(Shape):
    """Where an analysis can be looked at."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=State.values)
    url = serializers.CharField()


class RevisionReference(Shape):
    """Which revision of a project a program is."""

    project = serializers.UUIDField(help_text="The id of the project.")
    number = serializers.IntegerField(help_text="Its number in the project, from 1.")
    url = serializers.CharField()
    page = serializers.CharField()


class SubmittedDocument(ShortDocument):
    """Where a submission can be looked at."""

    notes = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What of an archive is not read, in sentences."
    )
    revision = RevisionReference(required=False, help_text="With `project`: which revision of it this is.")


class ReasonDocument(Shape):
    """Why an analysis failed."""

    code = serializers.CharField()
    sentence = serializers.CharField()
    next_step = serializers.CharField()


class SourceDocument(Shape):
    """A file of a program."""

    name = serializers.CharField()
    text = serializers.CharField()


class AnalysisDocument(SubmittedDocument):
    """How an analysis stands, and what it found out; with notes where an archive was submitted just now."""

    outcome = serializers.ChoiceField(choices=OUTCOMES, allow_null=True, help_text=OUTCOME)
    is_preview = serializers.BooleanField()
    stage = serializers.ChoiceField(choices=("analyzing", "drawing"), allow_null=True)
    attempts = serializers.IntegerField()
    reason = ReasonDocument(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    result = AnalysisField(allow_null=True, help_text="What was found out; null until it is known.")
    diagrams = serializers.DictField(
        child=serializers.CharField(), help_text="The drawn views of the first topology, with their addresses."
    )
    files = SourceDocument(many=True, required=False, help_text="With ?source=1: the files as they were submitted.")
    settings = serializers.DictField(required=False, help_text="With ?source=1: the settings as they were submitted.")


class ShortLagReportDocument(ShortDocument):
    """Where a report can be looked at."""

    page = serializers.CharField()


class ArchiveDocument(Shape):
    """What of an archive is looked at."""

    files = SourceDocument(many=True)
    notes = serializers.ListField(child=serializers.CharField(), help_text="What is not read, in sentences.")


class FileDocument(Shape):
    """An uploaded file."""

    name = serializers.CharField()
    bytes = serializers.IntegerField()


class LagReportDocument(ShortLagReportDocument):
    """How a report stands, and what it found out."""

    analysis = serializers.UUIDField()
    topology = serializers.IntegerField()
    stage = serializers.CharField(allow_null=True)
    stages = serializers.ListField(child=serializers.CharField())
    attempts = serializers.IntegerField()
    reason = ReasonDocument(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    files = FileDocument(many=True)
    result = LagReportField(allow_null=True, help_text="The report; null until it is made.")
    downloads = serializers.DictField(child=serializers.CharField(allow_null=True))


class LagDaysDocument(Shape):
    """The days of a project."""

    changed = serializers.DateTimeField(allow_null=True, help_text="When a history was handed in last.")
    problem = serializers.CharField(
        allow_null=True, help_text="Why that history is not among the days; null where it is."
    )
    result = LagDaysField(
        allow_null=True,
        help_text="The report over all days that are kept; null before the first. Times are in UTC, lag is in records, "
        "rates are records in a second.",
    )


class DrawingDocument(Shape):
    """What is said while a picture is drawn."""

    status = serializers.CharField(help_text="drawing")


class UploadDocument(Shape):
    """A file that arrives in pieces."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    name = serializers.CharField(help_text="What it is called.")
    size = serializers.IntegerField(help_text="How many bytes it has.")
    offset = serializers.IntegerField(help_text="How many of them have arrived: where the next piece begins.")
    is_whole = serializers.BooleanField(help_text="Whether all of it has arrived.")
    created = serializers.DateTimeField(help_text="When it was begun.")
    expires = serializers.DateTimeField(help_text="When it is thrown away if nothing more arrives.")


class SizingQuestionDocument(Shape):
    """What was said of machines and records."""

    cpus = serializers.IntegerField(allow_null=True)
    record_bytes = serializers.IntegerField(allow_null=True)
    record_ms = serializers.FloatField(allow_null=True)


class ClusterQuestionDocument(Shape):
    """What was asked about a cluster."""

    partitions = serializers.CharField()
    cluster = serializers.CharField()
    settings = serializers.DictField(child=serializers.CharField())
    assignor = serializers.CharField(allow_null=True)


class AssignmentQuestionDocument(ClusterQuestionDocument):
    """What was asked."""

    sizing = SizingQuestionDocument(allow_null=True, required=False)


class ScenarioQuestionDocument(ClusterQuestionDocument):
    """What was asked of a scenario."""

    events = serializers.CharField()


class GivenRecordsDocument(Shape):
    """The records that a simulation was asked with."""

    bytes = serializers.IntegerField(help_text="How long they are.")
    sha256 = serializers.CharField(help_text="The SHA-256 of their text.")


class SimulationQuestionDocument(Shape):
    """What was asked of a simulation."""

    partitions = serializers.CharField()
    configuration = serializers.CharField()
    cluster = serializers.CharField()
    records = GivenRecordsDocument(allow_null=True, help_text="The records; null where the configuration makes them.")


class CalculationDocument(ShortDocument):
    """How a question about a topology stands."""

    analysis = serializers.UUIDField()
    topology = serializers.IntegerField()
    name = serializers.CharField(help_text="Empty for one that is kept for an hour only.")
    stage = serializers.CharField(allow_null=True)
    reason = ReasonDocument(allow_null=True)
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField(allow_null=True, help_text="When it is thrown away; null where it has a name.")


class AssignmentDocument(CalculationDocument):
    """How a question who gets which task stands, and the answer."""

    question = AssignmentQuestionDocument()
    result = AssignmentField(allow_null=True, help_text="The answer; null until it is there.")


class ScenarioDocument(CalculationDocument):
    """How a question what happens over time stands, and the answer."""

    question = ScenarioQuestionDocument()
    result = ScenarioField(allow_null=True, help_text="The answer; null until it is there.")


class SimulationDocument(CalculationDocument):
    """How a question what happens to records stands, and the answer."""

    question = SimulationQuestionDocument()
    result = SimulationField(allow_null=True, help_text="The answer; null until it is there.")


class EventsDocument(Shape):
    """Some events of a simulation, in their order."""

    events = serializers.ListField(child=TraceEventField(), help_text="The events.")
    after = serializers.IntegerField(
        allow_null=True, help_text="What `after` takes for those behind; null where there are none."
    )
    before = serializers.IntegerField(
        allow_null=True, help_text="What `before` takes for those before; null where there are none."
    )


class ComparisonQuestionDocument(Shape):
    """What was asked of two versions."""

    application_id = serializers.CharField(allow_null=True)
    guarantee = serializers.CharField(allow_null=True)
    guarantee_before = serializers.CharField(allow_null=True)
    protocol = serializers.CharField(allow_null=True)
    protocol_before = serializers.CharField(allow_null=True, required=False)
    partitions = serializers.CharField()
    old_topology = serializers.IntegerField(allow_null=True)
    new_topology = serializers.IntegerField(allow_null=True)


class ComparedSideDocument(Shape):
    """One of the two versions."""

    analysis = serializers.UUIDField()
    topology = serializers.IntegerField(
        allow_null=True, help_text="Which topology of it, from 0; null until that is known."
    )


class ComparisonDocument(CalculationDocument):
    """How a comparison stands, and what it found out."""

    question = ComparisonQuestionDocument()
    old = ComparedSideDocument(help_text="The version that is deployed.")
    new = ComparedSideDocument(help_text="The version that is to come.")
    result = ChangeField(allow_null=True, help_text="The answer; null until it is there.")


class NamedCalculationDocument(Shape):
    """One that is kept; without a name where only a link shows it."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    analysis = serializers.UUIDField()
    topology = serializers.IntegerField()
    name = serializers.CharField()
    created = serializers.DateTimeField()


NEXT = serializers.CharField(allow_null=True, help_text="The address of the next page; null on the last.")


class NamedAssignmentsDocument(Shape):
    """Those of an analysis that have a name."""

    assignments = NamedCalculationDocument(many=True)
    next = NEXT


class NamedScenariosDocument(Shape):
    """Those of an analysis that have a name."""

    scenarios = NamedCalculationDocument(many=True)
    next = NEXT


class NamedSimulationsDocument(Shape):
    """Those of an analysis that have a name."""

    simulations = NamedCalculationDocument(many=True)
    next = NEXT


class NamedComparisonsDocument(Shape):
    """Those of an analysis that have a name."""

    comparisons = NamedCalculationDocument(many=True)
    next = NEXT


class AssignorDocument(Shape):
    """A class of Kafka that says which client gets which task."""

    name = serializers.CharField()
    sentence = serializers.CharField(help_text="What it does, in a sentence.")
    reference = serializers.CharField(help_text="The class, a KIP or a ticket.")
    is_default = serializers.BooleanField(help_text="It is taken where nothing is configured.")


class VersionDocument(Shape):
    """One line of Kafka Streams."""

    version = serializers.CharField()
    full = serializers.CharField(help_text="What the line stands for: its newest patch.")
    is_exact = serializers.BooleanField(
        help_text="Programs are followed, held against the real library at that patch; of others, dumps alone are read."
    )
    optimization = serializers.ListField(child=serializers.CharField(), help_text="What may stand in a setting.")
    takes_list = serializers.BooleanField()
    assignors = AssignorDocument(many=True)
    settings = serializers.ListField(
        child=serializers.CharField(), help_text="Settings that decide who gets which task, by name."
    )


class VersionsDocument(Shape):
    """The versions that are known."""

    default = serializers.CharField()
    exact = serializers.ListField(child=serializers.CharField())
    versions = VersionDocument(many=True)


class ExampleStep(Shape):
    """A paragraph of the story of a run, and the event that it is about."""

    say = serializers.CharField(help_text="The paragraph.")
    number = serializers.IntegerField(help_text="The number of the event in the trace.")


class ExampleRun(Shape):
    """What a simulation is asked beside counts and instances, and the story of what happens in it."""

    configuration = serializers.CharField(allow_blank=True)
    records = serializers.CharField(allow_blank=True)
    steps = ExampleStep(many=True, help_text="The story, paragraph by paragraph.")


class ExampleDocument(Shape):
    """A program to begin with."""

    id = serializers.CharField()
    title = serializers.CharField()
    teaches = serializers.CharField()
    name = serializers.CharField()
    language = serializers.CharField()
    kafka_version = serializers.CharField(allow_null=True)
    optimize = serializers.CharField(allow_null=True)
    tasks = serializers.CharField(
        allow_null=True, help_text="What is asked about its tasks, in the words of the workbench's address."
    )
    old = SourceDocument(allow_null=True, help_text="The version before, where the example shows what a change does.")
    run = ExampleRun(allow_null=True, help_text="How it runs, where the example shows what happens to records.")
    text = serializers.CharField()
