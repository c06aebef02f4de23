"""Runs the shell steps of the files for builds, as the machines do for which they are.

Of GitHub's expressions it knows those that stand in our files, and nothing else.
"""

import json
import os
import re
import subprocess
from pathlib import Path

import yaml

from topoviz.snippets import snippet_named

EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}")
NAME = re.compile(r"\b(?:github|vars|secrets|inputs)(?:\.[\w-]+)+")
STATUS = ("cancelled()", "always()", "failure()", "success()")


def read(name):
    return yaml.safe_load(snippet_named(name).text)


class Job:
    """A job of GitHub: its steps that are shell, one after the other, in a checkout."""

    def __init__(self, folder, variables, contexts):
        self.folder, self.contexts, self.said, self.failed = Path(folder), contexts, "", False
        self.place = self.folder.parent / f"{self.folder.name}-job"
        self.place.mkdir()
        event = self.place / "event.json"
        event.write_text(json.dumps(contexts["github"]["event"]))
        for name in ("summary", "outputs"):
            (self.place / name).touch()
        self.variables = variables | {
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_PATH": str(event),
            "GITHUB_STEP_SUMMARY": str(self.place / "summary"),
            "GITHUB_OUTPUT": str(self.place / "outputs"),
        }

    @property
    def summary(self):
        return (self.place / "summary").read_text()

    @property
    def outputs(self):
        return dict(line.split("=", 1) for line in (self.place / "outputs").read_text().splitlines())

    def run(self, steps, environment=None):
        own = {name: self.text(value) for name, value in (environment or {}).items()}
        for step in steps:
            if "run" not in step or not self.is_wanted(step.get("if")):
                continue
            its = {name: self.text(value) for name, value in step.get("env", {}).items()}
            # A step that names its shell gets the stricter one.
            strict = ("-eo", "pipefail") if step.get("shell") == "bash" else ("-e",)
            finished = subprocess.run(
                ["bash", "--noprofile", "--norc", *strict, "-c", step["run"]],
                cwd=self.folder, env=self.variables | own | its, capture_output=True, text=True, check=False,
            )  # fmt: skip
            self.said += finished.stdout + finished.stderr
            self.failed = self.failed or finished.returncode != 0
            if finished.returncode:
                self.code = finished.returncode
        return self

    def text(self, text):
        return EXPRESSION.sub(lambda found: str(self.value(found[1])), str(text))

    def is_wanted(self, condition):
        if condition is None:
            return not self.failed
        assert any(one in condition for one in STATUS) or not self.failed
        return bool(self.value(EXPRESSION.fullmatch(condition)[1]))

    def value(self, expression):
        """Work an expression out; what is not there is an empty text."""
        found = NAME.sub(lambda one: repr(self.look_up(one[0])), expression)
        found = found.replace("&&", " and ").replace("||", " or ").replace("!cancelled()", "True")
        return eval(found, {"__builtins__": {}}, {"hashFiles": self.hash_files})  # noqa: S307 - of our own files

    def look_up(self, path):
        value = self.contexts
        for part in path.split("."):
            value = value.get(part, "") if isinstance(value, dict) else ""
        return value

    def hash_files(self, name):
        return "hash" if (self.folder / name).exists() else ""


def run_gitlab(folder, variables, settings):
    """Run the job of GitLab: what comes before and the script in one shell, what comes after in another."""
    job = read("gitlab")["topoviz"]
    own = {name: os.path.expandvars(str(value)) for name, value in job["variables"].items()}
    own = {name: re.sub(r"\$(\w+)", lambda one: variables.get(one[1], ""), value) for name, value in own.items()}
    said, codes = "", []
    for lines in ([*job["before_script"], *job["script"]], job["after_script"]):
        finished = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", "\n".join(lines)],
            cwd=folder, env=variables | own | settings, capture_output=True, text=True, check=False,
        )  # fmt: skip
        said += finished.stdout + finished.stderr
        codes.append(finished.returncode)
    return codes[0], said
