"""Files that arrive in pieces: each piece says where it begins, and what has arrived is on disk.

Whoever was cut off asks how much is there, and goes on from there. The row's offset is the truth: what lies in the file
beyond it is written over.
"""

from __future__ import annotations

import fcntl
import os
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from django.db.models import Sum
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.limits import limits
from topoviz.web.lag_reports.models import Upload
from topoviz.web.lag_reports.selectors import bytes_kept_for
from topoviz.web.lag_reports.storage import partial, partial_of


class NoRoom(Exception):
    """A team has as many bytes of histories as it may keep."""


class WrongOffset(Exception):
    """A piece does not begin where the last one ended; `offset` is where that is."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


class TooMuch(Exception):
    """There are more bytes than the upload was said to have."""


class Busy(Exception):
    """Another piece of the same upload is arriving."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """An upload that is whole, as something that a report can be made of."""

    upload: Upload

    @property
    def name(self) -> str:
        """What the file is called."""
        return self.upload.name

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.upload.size

    def temporary_file_path(self) -> str:
        """Where it lies."""
        return str(partial_of(self.upload.id))


def find_upload(caller: Caller, upload_id: uuid.UUID) -> Upload | None:
    """Give an upload to the one who began it; to everybody else there is none."""
    return Upload.objects.filter(team__in=caller.teams, source=caller.source, id=upload_id).first()


def bytes_promised_to(team: Team) -> int:
    """Count the bytes of the uploads of a team that have begun."""
    return int(Upload.objects.filter(team=team).aggregate(total=Sum("size"))["total"] or 0)


def begin_upload(*, team: Team, source: str, name: str, size: int) -> Upload:
    """Promise room for a file; raises NoRoom."""
    if bytes_kept_for(team) + bytes_promised_to(team) + size > limits().lag_team_bytes:
        raise NoRoom
    return Upload.objects.create(team=team, source=source, name=name, size=size)


def append(*, upload: Upload, offset: int, pieces: Iterable[bytes]) -> int:
    """Write what arrives behind what is there, and give where it ends now.

    When it breaks off, what has arrived stays. Raises WrongOffset, TooMuch, Busy, or what reading and writing raise.
    """
    with _locked(upload) as file:
        upload.refresh_from_db(fields=("offset",))
        if upload.offset != offset:
            raise WrongOffset(upload.offset)
        file.truncate(offset)
        file.seek(offset)
        end = offset
        try:
            for piece in pieces:
                if end + len(piece) > upload.size:
                    end = offset
                    raise TooMuch
                file.write(piece)
                end += len(piece)
        finally:
            # On disk before the row says so.
            file.flush()
            os.fsync(file.fileno())
            Upload.objects.filter(id=upload.id).update(offset=end, changed=timezone.now())
    return end


def delete_upload(upload_id: uuid.UUID) -> None:
    """Throw an upload away with what has arrived of it."""
    Upload.objects.filter(id=upload_id).delete()
    partial_of(upload_id).unlink(missing_ok=True)


def count_uploads(team: Team) -> int:
    """Count the uploads of a team that have begun."""
    return Upload.objects.filter(team=team).count()


def move_uploads(old: Team, new: Team, caller: Caller) -> None:
    """Give all uploads of a team to another one, where whoever takes them goes on with them."""
    Upload.objects.filter(team=old).update(team=new, source=caller.source)


def throw_away_uploads(now: datetime | None = None) -> int:
    """Delete uploads of which nothing has arrived for long, and files that belong to none; gives how many."""
    over = (now or timezone.now()) - timedelta(seconds=limits().upload_life_seconds)
    old = list(Upload.objects.filter(changed__lt=over).values_list("id", flat=True))
    for upload_id in old:
        delete_upload(upload_id)
    known = {str(one) for one in Upload.objects.values_list("id", flat=True)}
    strays = [place for place in _places() if place.name not in known and place.stat().st_mtime < over.timestamp()]
    for place in strays:
        place.unlink(missing_ok=True)
    return len(old) + len(strays)


def _places() -> list[Path]:
    return list(partial().glob("*"))


@contextmanager
def _locked(upload: Upload) -> Iterator[BinaryIO]:
    """Open the file of an upload for one request alone; raises Busy."""
    partial().mkdir(mode=0o700, parents=True, exist_ok=True)
    number = os.open(partial_of(upload.id), os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(number, "r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Busy from error
        yield file
