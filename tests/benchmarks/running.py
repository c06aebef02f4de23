"""The product on a free port with data of its own, for benchmarks."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from typing import Any, Self

import psutil

FINAL = ("done", "failed", "cancelled")
SCOPES = ("ANALYSES", "CALCULATIONS", "PREVIEWS", "REQUESTS", "SHARED", "VISITORS")


class Product:
    """The product, with rates that no benchmark reaches; a server that is started again is asked again for a while."""

    def __init__(self, data: str) -> None:
        rates = {f"TOPOVIZ_RATE_{scope}": "1000000/min" for scope in SCOPES}
        limits = {"TOPOVIZ_LIMITS": json.dumps({"jobs_waiting": 5000})}
        settings = {"DJANGO_SETTINGS_MODULE": "topoviz.web.settings", "TOPOVIZ_DATA": data, "DATABASE_URL": ""}
        self._environment = os.environ | settings | rates | limits
        self._process = subprocess.Popen(
            [sys.executable, "-m", "django", "up", "--port", "0"],
            env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        found = next(filter(None, (re.search(r"http://([\d.]+:\d+)/", line) for line in self._process.stdout)))
        self.address = found[1]
        self._token = self.token("Benchmark")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def token(self, team: str) -> str:
        """Make a token of a team."""
        arguments = ["-m", "django", "api_token", "create", "--team", team, "--name", "benchmark"]
        made = subprocess.run([sys.executable, *arguments], env=self._environment, capture_output=True, text=True)
        return made.stdout.strip()

    def headers(self) -> dict[str, str]:
        """Give the headers that say who asks."""
        return {"Authorization": f"Bearer {self._token}"}

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Ask the API once; a server that is being started again is asked again for up to a minute."""
        for attempt in range(120):
            try:
                with closing(http.client.HTTPConnection(self.address, timeout=60)) as connection:
                    headers = {**self.headers(), "Content-Type": "application/json"}
                    connection.request(method, path, None if body is None else json.dumps(body), headers)
                    answer = connection.getresponse()
                    return answer.status, answer.read()
            except (ConnectionError, http.client.HTTPException):
                if attempt == 119:
                    raise
                time.sleep(0.5)
        raise AssertionError

    def submit(self, text: str) -> str:
        """Hand a program in and give the path of its status."""
        status, answer = self.ask("POST", "/api/v1/analyses", {"files": [{"name": "A.java", "text": text}]})
        assert status in (200, 202), answer
        return str(json.loads(answer)["url"])

    def status(self, url: str) -> str:
        """Give what has become of a submission."""
        return str(json.loads(self.ask("GET", url)[1])["status"])

    def kill(self, words: str) -> int:
        """Kill the first process of the product whose command holds some words; give its number."""
        listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in listed.splitlines()]
        ours = {str(self._process.pid)}
        for pid, parent, command in sorted(rows, key=lambda row: int(row[0])):
            if parent in ours:
                ours.add(pid)
                if words in command:
                    os.kill(int(pid), signal.SIGKILL)
                    return int(pid)
        return 0

    def children(self) -> list[psutil.Process]:
        """Give the processes that it has started itself."""
        return psutil.Process(self._process.pid).children()

    def web_seconds(self) -> float:
        """Give how long the web server's processes have had a processor so far."""
        server = next(one for one in self.children() if "topoviz.web.server" in one.cmdline())
        times = [one.cpu_times() for one in (server, *server.children(recursive=True))]
        return sum(one.user + one.system for one in times)

    def stop(self) -> None:
        """End the product as Ctrl-C does."""
        self._process.terminate()
        self._process.communicate(timeout=60)
