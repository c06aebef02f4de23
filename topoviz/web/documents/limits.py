"""How much can be submitted at once, for those who choose among files before they send them."""

from __future__ import annotations

from topoviz.web.analyses.limits import limits


def limits_document() -> dict[str, int]:
    """Give the number of files, bytes of one, of all and of an archive, and seconds for which a preview is kept."""
    allowed = limits()
    return {
        "files": allowed.files,
        "file_bytes": allowed.file_bytes,
        "total_bytes": allowed.total_bytes,
        "archive_bytes": allowed.archive_bytes,
        "preview_seconds": allowed.preview_life_seconds,
    }
