"""The verb `deployments record`: carry deployments out, and write down what is seen."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.oracle.class_path import cache_directory, class_path
from tests.oracle.deployments.carrying_out import Place
from tests.oracle.deployments.deployments import Deployed, find_deployments
from tests.oracle.deployments.running import BROKER_VERSION, Broker, Failed, Members
from tests.oracle.deployments.seen import RECORDED, heading_of, read_seen, write_seen
from tests.oracle.deployments.ways import DoesNotWork, carry_out
from tests.oracle.harness_jvm import build_harness, jdk_version
from tests.oracle.languages import CompiledProgram, compile_programs


def record_deployments(only: Sequence[str], tell: Callable[[str], None]) -> tuple[int, int]:
    """Carry out the deployments that have one of some names, and keep each as soon as it is over.

    Gives how many there are, and in how many the harness failed, which keep what was recorded before.
    """
    chosen = tuple({one.key: one for name in only or [""] for one in find_deployments(name)}.values())
    failed = 0
    with TemporaryDirectory(prefix="deployments-") as folder, ExitStack() as stack:
        compiled = _compiled(chosen)
        broker = stack.enter_context(Broker(Path(folder)))
        jvms: dict[str, Members] = {}

        def jvm_of(version: str) -> Members:
            if version not in jvms:
                jvms[version] = stack.enter_context(Members(version, Path(folder)))
            return jvms[version]

        place = Place(broker, jvm_of, compiled, Path(folder))
        for one in chosen:
            began = time.monotonic()
            try:
                _keep(one, write_seen(one.title, _with_what(one), carry_out(one, place)))
                tell(f"{one.key} {one.title} {time.monotonic() - began:.0f} s")
            except (DoesNotWork, Failed) as error:
                tell(f"{one.key} {one.title} {error}")
                failed += 1
    return len(chosen), failed


def _with_what(one: Deployed) -> str:
    old, new = one.old, one.new
    parts = [
        before if before == now else f"{before} -> {now}"
        for before, now in (
            (old.version, new.version),
            (old.guarantee, new.guarantee),
            (old.protocol, new.protocol),
            (old.optimize, new.optimize),
        )
    ]
    return f"{' · '.join(parts)} · broker {BROKER_VERSION} · JDK {jdk_version()}"


def _compiled(chosen: Sequence[Deployed]) -> dict[str, CompiledProgram]:
    """Compile each program against its version. Raises ValueError where one does not compile."""
    by_version = defaultdict(list)
    for side in (side for one in chosen for side in (one.old, one.new)):
        by_version[side.version].append(side)
    found: dict[str, CompiledProgram] = {}
    for version, ones in by_version.items():
        folder = cache_directory() / version / "deployments"
        folder.mkdir(parents=True, exist_ok=True)
        key_of = {one.program.key: one.key for one in ones}
        harness = build_harness(class_path(version), folder)
        compiled, failures = compile_programs([one.program for one in ones], harness, folder / "programs")
        if failures:
            raise ValueError("\n".join(f"{one.program}: {one.reason}" for one in failures))
        found |= {key_of[one.program.key]: one for one in compiled}
    return found


def _keep(one: Deployed, text: str) -> None:
    """Put what was seen of a deployment beside what was seen of the others of its group, in their order."""
    path = RECORDED / f"{one.group}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = {
        title: write_seen(title, heading_of(one.group, title), looks) for title, looks in read_seen(one.group).items()
    }
    texts[one.title] = text
    titles = [other.title for other in find_deployments() if other.group == one.group]
    path.write_text("\n".join(texts[title] for title in titles if title in texts), encoding="utf-8")
