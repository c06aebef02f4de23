"""How much a submission and its analysis may take. All of these are settings, with the defaults that stand here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in bytes, times in seconds; those of previews and analyses are seconds of a processor."""

    file_bytes: int = 256 * 1024
    dump_bytes: int = 1024 * 1024
    total_bytes: int = 4 * 1024 * 1024
    body_bytes: int = 16 * 1024 * 1024
    """How long a request may be before it is decoded; JSON may write a letter as six."""
    files: int = 1000
    """Of 88 public modules the largest have 429 files and 1.1 MB, without their tests."""
    name_length: int = 500
    archive_bytes: int = 20 * 1024 * 1024
    archive_seconds: int = 10
    archives_at_once: int = 2
    """How many archives a web process reads at a time; others wait a little for their turn."""
    archive_turn_seconds: int = 5
    settings_given: int = 500
    value_length: int = 1000
    engine_memory: int = 512 * 1024 * 1024
    engines_kept: int = 3
    """Processes that a worker keeps for more drawings of what they know; each ends when it is idle for long."""
    result_bytes: int = 32 * 1024 * 1024
    import_bytes: int = 100 * 1024 * 1024
    """How large the archive of a team may be, and its programs all together."""
    import_programs: int = 2_000
    preview_seconds: int = 3
    analysis_seconds: int = 20
    calculation_seconds: int = 60
    records_bytes: int = 8 * 1024 * 1024
    """How long the records of a simulation may be; about 160,000 of them."""
    jobs_waiting: int = 200
    """How many jobs of a team may wait or run in one queue; who has more is asked to come back."""
    attempts: int = 3
    lease_seconds: int = 30
    heartbeat_seconds: float = 5
    look_seconds: float = 0.5
    """How often a worker looks whether its job was cancelled."""
    renotify_seconds: int = 30
    preview_life_seconds: int = 3600
    replaced_life_seconds: int = 600
    """How long a preview is kept after the editor's next one."""
    wait_seconds: int = 20
    tokens: int = 200
    """How many tokens of a team may be valid."""
    links: int = 5_000
    """How many share links a team may have; those that have expired count until somebody deletes them."""
    webhooks: int = 20
    """How many webhooks a team may have."""
    team_analyses: int = 50_000
    team_bytes: int = 8 * 1024 * 1024 * 1024
    """How many programs a team may keep, and how many bytes these have with their results."""
    visitor_analyses: int = 1_000
    visitor_bytes: int = 512 * 1024 * 1024
    """The same for a visitor without an account."""
    preview_bytes: int = 512 * 1024 * 1024
    """How many bytes a team may have in previews that have not expired, and in answers without a name."""
    team_picture_bytes: int = 2 * 1024 * 1024 * 1024
    """How many bytes of pictures are kept for a team before the oldest are dropped."""
    lag_files: int = 20
    lag_bytes: int = 640 * 1024 * 1024
    """How large the files of one lag history may be, all together."""
    upload_piece_bytes: int = 32 * 1024 * 1024
    """How long a piece may be of a file that arrives in pieces."""
    upload_life_seconds: int = 24 * 3600
    """How long such a file is kept after its last piece."""
    lag_rows: int = 10_000_000
    lag_seconds: int = 600
    lag_team_bytes: int = 2 * 1024 * 1024 * 1024
    spark_memory: str = "2g"
    spark_idle_seconds: int = 600
    spark_archive_bytes: int = 400 * 1024 * 1024
    """How large the archive may be of the classes that Spark loads; 0 has Spark start without one."""


@cache
def limits() -> Limits:
    """Give the limits that hold here; raises TypeError for a name in the settings that is none of them."""
    return Limits(**settings.TOPOVIZ_LIMITS)
