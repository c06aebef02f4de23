"""A submission as JSON: what is stored, hashed and handed to the engine's process."""

from __future__ import annotations

from typing import Any

from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.versions import parse_version

Json = dict[str, Any]


def submission_to_json(submission: Submission) -> Json:
    """Give the files and settings; equal submissions give equal JSON."""
    settings = submission.settings
    return {
        "files": [{"name": file.name, "text": file.text} for file in submission.bundle.files],
        "settings": {
            "kafka_version": None if settings.kafka_version is None else str(settings.kafka_version),
            "optimize": settings.optimize,
            "language": None if settings.language is None else settings.language.value,
            "set": dict(sorted(settings.set_values.items())),
            "application_id": settings.application_id,
            "jdk": settings.jdk,
            # Not there where nothing is said: what is kept without it stays the same submission.
            **({} if settings.usual_version is None else {"usual_version": str(settings.usual_version)}),
        },
    }


def submission_from_json(json: Json) -> Submission:
    """Read what `submission_to_json` gives; raises KeyError or ValueError for anything else."""
    settings = json["settings"]
    return Submission(
        Bundle(tuple(SourceFile(file["name"], file["text"]) for file in json["files"])),
        Settings(
            kafka_version=None if settings["kafka_version"] is None else parse_version(settings["kafka_version"]),
            optimize=settings["optimize"],
            language=None if settings["language"] is None else Language(settings["language"]),
            set_values=dict(settings["set"]),
            application_id=settings["application_id"],
            jdk=settings["jdk"],
            usual_version=parse_version(settings["usual_version"]) if "usual_version" in settings else None,
        ),
    )
