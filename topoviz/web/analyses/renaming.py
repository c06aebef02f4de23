"""Copies of analyses with other names, for public questions: their topologies, and nothing of their source."""

from __future__ import annotations

import json
from collections.abc import Sequence

from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.versions import parse_version
from topoviz.rendering.renamed import renamed_texts
from topoviz.web.accounts.models import User
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.services import Submitted, submit


class NoTopology(Exception):
    """An analysis has no topology that could be shown, or one of two has a topology that could not."""


def submit_renamed(*, analyses: Sequence[Analysis], source: str, user: User | None = None) -> list[Submitted]:
    """Have the topologies of analyses analyzed under other names, the same name replaced alike in all of them.

    What is taken of each is its topologies and its version of Kafka. Each copy is a preview, which sharing keeps.
    Raises NoTopology, QuotaUsedUp and TooManyWaiting.
    """
    results = [json.loads(one.result or '{"topologies": []}') for one in analyses]
    texts = renamed_texts(results)
    if not all(texts):
        raise NoTopology
    if len(analyses) > 1 and any(
        len(one) < len(result["topologies"]) for one, result in zip(texts, results, strict=True)
    ):
        # Without one that is refused, others have other numbers, and a comparison would be of others.
        raise NoTopology
    return [
        submit(
            team=analysis.team,
            submission=Submission(
                Bundle(_files(one)),
                Settings(parse_version(result["kafka_version"]), language=Language.DESCRIBE),
            ),
            # One copy does not take the place of another, nor of what is being typed.
            source=f"{source}:names-replaced-{number}"[:80],
            user=user,
            is_preview=True,
        )
        for number, (analysis, result, one) in enumerate(zip(analyses, results, texts, strict=True))
    ]


def _files(texts: Sequence[str]) -> tuple[SourceFile, ...]:
    if len(texts) == 1:
        return (SourceFile("topology.txt", texts[0]),)
    return tuple(SourceFile(f"topology-{number}.txt", text) for number, text in enumerate(texts, 1))
