"""How the application of a project runs: what is said of it, what is wrong with that, and what is asked with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from topoviz.engine.changes.deployment import Guarantee, Protocol
from topoviz.engine.cluster.reading.known_tasks import EveryTask
from topoviz.engine.cluster.reading.read import read_cluster
from topoviz.engine.tasks.reading_counts import read_partition_counts
from topoviz.engine.versions import KafkaVersion, parse_version
from topoviz.web.projects.models import Deployment, Project, Upgrade

Json = dict[str, Any]

MOST_TEXT: Final = 500_000
"""Letters of a text of partition counts or of a cluster: a listing of 6,000 partitions has as many."""

_APPLICATION: Final = re.compile(r"[A-Za-z0-9._-]{1,249}")


def _application(text: str) -> str:
    if not _APPLICATION.fullmatch(text) or text in (".", ".."):
        raise ValueError("An application.id begins names of topics: letters, digits, dots, _ and - can be in it.")
    return text


def _one_of(words: type[Guarantee] | type[Protocol] | type[Upgrade]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in list(words):
            raise ValueError(f"Choose {', '.join(words)}.")
        return text

    return read


def _version(text: str) -> str:
    return str(parse_version(text))


def _partitions(text: str) -> str:
    read_partition_counts(_short(text))
    return text


def _cluster(text: str) -> str:
    read_cluster(_short(text), EveryTask())
    return text


def _short(text: str) -> str:
    if len(text) > MOST_TEXT:
        raise ValueError(f"It has {len(text):,} letters; {MOST_TEXT:,} can be kept. Give what this one has alone.")
    return text


FACTS: Final[Mapping[str, Callable[[str], str]]] = {
    "application_id": _application,
    "guarantee": _one_of(Guarantee),
    "protocol": _one_of(Protocol),
    "kafka_version": _version,
    "upgrade": _one_of(Upgrade),
    "partitions": _partitions,
    "cluster": _cluster,
}
"""All that can be said, each with what reads it."""


def read_fact(name: str, text: str) -> str:
    """Give a fact as it is kept; an empty one says nothing. Raises ValueError with a sentence for the user."""
    # What no database keeps, and no text of Kafka has.
    text = text.replace("\0", "?").replace("\r\n", "\n").encode(errors="replace").decode()
    return FACTS[name](text) if text.strip() else ""


def deployment_of(project: Project) -> Deployment:
    """Give what is said of a project; nothing where nobody said anything."""
    return Deployment.objects.filter(project=project).first() or Deployment(project=project)


def facts_of(deployment: Deployment) -> dict[str, str]:
    """Give all facts by their names."""
    return {name: getattr(deployment, name) for name in FACTS}


def usual_version(project: Project) -> KafkaVersion | None:
    """Give the version with which a project runs, where it is said."""
    text = deployment_of(project).kafka_version
    return parse_version(text) if text else None


def comparison_question(deployment: Deployment) -> Json:
    """Ask what changes; what is said of the project holds for both versions, and the programs say the rest."""
    guarantee, protocol = deployment.guarantee or None, deployment.protocol or None
    return {
        "application_id": deployment.application_id or None,
        "guarantee": guarantee,
        "guarantee_before": guarantee,
        "protocol": protocol,
        "protocol_before": protocol,
        "partitions": deployment.partitions,
    }


def tasks_question(deployment: Deployment) -> Json | None:
    """Ask for the tasks, just as the workbench does; None where no counts are said."""
    if not deployment.partitions:
        return None
    return {
        "partitions": deployment.partitions, "cluster": deployment.cluster, "settings": {}, "assignor": None,
        "sizing": None,
    }  # fmt: skip
