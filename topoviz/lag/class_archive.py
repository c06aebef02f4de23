"""An archive of the classes that Spark loads, with which Java starts in half the time.

Finding, reading and checking some 14,000 classes is most of what Java does until the first report. One Java writes down
which classes it loaded; when it has ended, another one puts them into a file that later ones only map into memory. Java
itself sees that the file fits, and does without it where it does not. `make_archive.py` makes it.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pyspark

from topoviz.lag.java import Java

_QUIET: Final = "-Xlog:disable"
"""Java says at length which classes it leaves out, and that a file does not fit."""

_MEMORY: Final = "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
_SECONDS: Final = 600


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
        """Name the archive for a Java and the Spark of this environment."""
        program = java.program.resolve()
        spark = Path(pyspark.__file__).parent / "jars"
        what = (java.version, pyspark.__version__, *(f"{one.resolve()} {_changed(one)}" for one in (program, spark)))
        name = hashlib.sha256("\n".join(what).encode()).hexdigest()[:16]
        return cls(program, archives.folder / f"{name}.jsa", archives.most_bytes)

    @property
    def is_settled(self) -> bool:
        """Tell whether there is an archive, or none could be made: what fails once is not tried again."""
        return self.place.exists() or self._failed.exists()

    @property
    def options(self) -> str:
        """Give what a Java is told that uses it, if it is there."""
        return f'"-XX:SharedArchiveFile={self.place}" {_QUIET}' if self.place.exists() else ""

    def make(self, classes: Path, class_path: str) -> bool:
        """Make the archive of the classes that a Java has written down; tells whether that worked."""
        new = classes.with_suffix(".new")
        is_made = self._has_room() and self._dump(classes, class_path, new) and self._fits(new)
        if is_made:
            new.replace(self.place)
        else:
            self._failed.touch()
        return is_made

    @property
    def _failed(self) -> Path:
        return self.place.with_suffix(".failed")

    def tidy_up(self) -> None:
        """Remove whatever else is there: archives of a Java or a Spark of before, and what was left unfinished."""
        for file in self.place.parent.iterdir():
            if file.is_dir():
                shutil.rmtree(file, ignore_errors=True)
            elif file not in (self.place, self._failed):
                file.unlink(missing_ok=True)

    def _has_room(self) -> bool:
        return shutil.disk_usage(self.place.parent).free > 2 * self.most_bytes

    def _fits(self, new: Path) -> bool:
        return new.exists() and new.stat().st_size <= self.most_bytes

    def _dump(self, classes: Path, class_path: str, new: Path) -> bool:
        """Have a Java load the classes and write them down."""
        what = (f"-XX:SharedClassListFile={classes}", f"-XX:SharedArchiveFile={new}", "-cp", class_path)
        try:
            return subprocess.run(
                (str(self.java), "-Xshare:dump", _QUIET, *_MEMORY.split(), *what),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                timeout=_SECONDS, check=False,
            ).returncode == 0  # fmt: skip
        except subprocess.TimeoutExpired:
            return False


def _changed(place: Path) -> int:
    """Give the second in which a file changed; layers of an image keep no more of it."""
    try:
        return int(place.stat().st_mtime)
    except OSError:
        return 0
