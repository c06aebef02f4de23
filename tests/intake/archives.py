"""Archives that tests make."""

import io
import tarfile
import zipfile

PROGRAM = b'import org.apache.kafka.streams.StreamsBuilder; class A { Object b = new StreamsBuilder().stream("a"); }'
FILES = {"repo-main/src/main/java/A.java": PROGRAM, "repo-main/pom.xml": b"<project/>", "repo-main/logo.png": b"\x89"}


def zipped(files, how=zipfile.ZIP_DEFLATED):
    """Give a zip; `files` are a dictionary, or pairs of a name or ZipInfo and bytes."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", how) as packed:
        for name, data in files.items() if isinstance(files, dict) else files:
            packed.writestr(name, data)
    into.seek(0)
    return into


def tarred(files, mode="w:gz", **options):
    """Give a tar; `files` are a dictionary, or pairs of a name or TarInfo and bytes."""
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode=mode, **options) as packed:
        for name, data in files.items() if isinstance(files, dict) else files:
            member = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            member.size = len(data)
            packed.addfile(member, io.BytesIO(data))
    into.seek(0)
    return into


def boasting(megabytes):
    """Give a tar whose one member belongs to no program and is said to be large."""
    member = tarfile.TarInfo("movie.bin")
    member.size = megabytes << 20
    return io.BytesIO(member.tobuf())
