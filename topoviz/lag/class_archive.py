"""An archive of the classes that Spark loads, with which Java starts in half the time.

Finding, reading and checking some 14,000 classes is most of what Java does until the first report. One Java writes down
which classes it loaded; when it has ended, another one puts them into a file that later ones only map into memory. Java
itself sees that the file fits, and does without it where it does not.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pyspark

from topoviz.lag.java import Java

_QUIET: Final = "-Xlog:disable"
"""Java says at length which classes it leaves out, and that a file does not fit."""

_MEMORY: Final = "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
_SECONDS: Final = 600
_BEHIND_ALL: Final = 19
"""As `nice` counts."""


@dataclass(frozen=True, slots=True)
class Archives:
    """Where archives are kept, and how large one may be."""

    folder: Path
    most_bytes: int


@dataclass(frozen=True, slots=True)
class ClassArchive:
    """The archive of one Java and one Spark, whether there is one already or not."""

    java: Path
    place: Path
    most_bytes: int

    @classmethod
    def of(cls, java: Java, archives: Archives) -> ClassArchive:
        """Name the archive for a Java and the Spark of this environment; the folder is made."""
        archives.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        program = java.home / "bin" / "java"
        spark = Path(pyspark.__file__).parent / "jars"
        what = (java.version, pyspark.__version__, *(f"{one.resolve()} {_changed(one)}" for one in (program, spark)))
        name = hashlib.sha256("\n".join(what).encode()).hexdigest()[:16]
        return cls(program, archives.folder / f"{name}.jsa", archives.most_bytes)

    def options(self, recorded: Path | None) -> str:
        """Give what a Java is told that uses it, or that is to write down its classes."""
        if recorded is not None:
            return f'"-XX:DumpLoadedClassList={recorded}"'
        return f'"-XX:SharedArchiveFile={self.place}" {_QUIET}' if self.place.exists() else ""

    def record(self) -> Path | None:
        """Give a file that a Java is to write its classes into; None where there is an archive, or never will be."""
        if self.place.exists() or self._failed.exists():
            return None
        number, name = tempfile.mkstemp(prefix=self.place.stem, suffix=".classes", dir=self.place.parent)
        os.close(number)
        return Path(name)

    def make(self, classes: Path, class_path: str) -> bool:
        """Make the archive of what a Java has written down. What fails once is not tried again."""
        new = classes.with_suffix(".new")
        try:
            is_made = self._has_room() and self._dump(classes, class_path, new) and self._fits(new)
            if is_made:
                new.replace(self.place)
            else:
                self._failed.touch()
        finally:
            self._tidy_up()
        return is_made

    @property
    def _failed(self) -> Path:
        return self.place.with_suffix(".failed")

    def _has_room(self) -> bool:
        return shutil.disk_usage(self.place.parent).free > 2 * self.most_bytes

    def _fits(self, new: Path) -> bool:
        return new.exists() and new.stat().st_size <= self.most_bytes

    def _dump(self, classes: Path, class_path: str, new: Path) -> bool:
        """Have a Java load the classes and write them down, behind all other work."""
        what = (f"-XX:SharedClassListFile={classes}", f"-XX:SharedArchiveFile={new}", "-cp", class_path)
        command = (str(self.java), "-Xshare:dump", _QUIET, *_MEMORY.split(), *what)
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as java:
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, java.pid, _BEHIND_ALL)
            try:
                return java.wait(_SECONDS) == 0
            except subprocess.TimeoutExpired:
                java.kill()
                return False

    def _tidy_up(self) -> None:
        """Remove whatever else is there: archives of a Java or a Spark of before, and lists of classes."""
        for file in self.place.parent.iterdir():
            if file not in (self.place, self._failed):
                file.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a Java that has ended wrote down, for the archive that is made of it."""

    archive: ClassArchive
    classes: Path
    class_path: str

    def make_archive(self) -> bool:
        """Make it, which takes the better part of a minute; tells whether that worked."""
        return self.archive.make(self.classes, self.class_path)


def _changed(place: Path) -> int:
    try:
        return place.stat().st_mtime_ns
    except OSError:
        return 0
