"""Keep and read the events of simulations, piece by piece."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Length

from topoviz.rendering.simulation.trace.pieces import PieceHead
from topoviz.web.analyses.jobs import LeaseLost, is_held
from topoviz.web.analyses.models import Job
from topoviz.web.calculations.models import Calculation, GivenRecords, TracePiece

Json = dict[str, Any]


def pack_records(text: str) -> bytes:
    """Compress records as they are kept."""
    return zlib.compress(text.encode("utf-8"), 6)


def about_records(text: str) -> Json | None:
    """Say what stands in a question of its records: how long they are and what they are, or that there are none."""
    data = text.encode("utf-8")
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} if data else None


def records_of(calculation: Calculation) -> str:
    """Give the records that a simulation was asked with; empty where none were given."""
    found = GivenRecords.objects.filter(calculation=calculation).first()
    return "" if found is None else zlib.decompress(bytes(found.data)).decode("utf-8")


@transaction.atomic
def forget_trace(calculation: Calculation) -> None:
    """Delete what an earlier try has kept, before another one begins."""
    deleted, _ = TracePiece.objects.filter(calculation=calculation).delete()
    if deleted:
        records = GivenRecords.objects.filter(calculation=calculation).annotate(size=Length("data"))
        given = sum(records.values_list("size", flat=True))
        Calculation.objects.filter(id=calculation.id).update(
            size=Length("question") + Coalesce(Length("result"), 0) + given
        )


@transaction.atomic
def keep_piece(job: Job, calculation: Calculation, head: Json, data: bytes) -> None:
    """Keep a piece of the trace that a job makes; raises LeaseLost when the job is no longer its worker's."""
    if not is_held(job):
        raise LeaseLost
    text = json.dumps(head, separators=(",", ":"))
    TracePiece.objects.create(
        calculation=calculation, first=head["first"], count=head["count"], from_us=head["from_us"],
        to_us=head["to_us"], head=text, data=data,
    )  # fmt: skip
    Calculation.objects.filter(id=calculation.id).update(size=F("size") + len(text) + len(data))


def heads_of(calculation: Calculation) -> list[PieceHead]:
    """Give what is in each piece of a trace, in order, without the events."""
    heads = TracePiece.objects.filter(calculation=calculation).order_by("first").values_list("head", flat=True)
    return [PieceHead(**json.loads(head)) for head in heads]


def piece_at(calculation: Calculation, first: int) -> bytes:
    """Give the compressed events of a piece by the number of its first one; raises DoesNotExist once it is deleted."""
    found = TracePiece.objects.filter(calculation=calculation, first=first).values_list("data", flat=True).get()
    return bytes(found)


def pieces_of(calculation: Calculation) -> Iterator[bytes]:
    """Give all pieces in order, one at a time."""
    for head in heads_of(calculation):
        yield piece_at(calculation, head.first)
