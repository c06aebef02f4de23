"""What a message says: `topoviz/event@1` for programs, and a few lines of text for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone

from topoviz.engine.changes.finding import Verdict
from topoviz.rendering.changes.words import level_named, name_of_level, what_changes
from topoviz.web.projects.models import Revision
from topoviz.web.webhooks.models import Kind, Webhook

Json = dict[str, Any]

SCHEMA: Final = "topoviz/event@1"
COMPARED: Final = "revision.compared"
TEST: Final = "test"
MOST_REASONS: Final = 2
LONGEST_LINE: Final = 400
SHORT_COMMIT: Final = 10

_CALLS_EVERYBODY: Final = re.compile(r"@(?=channel|here|all|everyone)", re.IGNORECASE)
_WORD_JOINER: Final = "\u2060"


def event_of(hook: Webhook, revision: Revision, verdict: Verdict, documents: Sequence[Json]) -> Json:
    """Say what a comparison found about a revision; `documents` are those of its topologies."""
    project, previous = revision.project, revision.previous
    return {
        **_frame(hook, COMPARED),
        "project": {
            "id": str(project.id),
            "name": project.name,
            "page": hook.base + reverse("project-page", args=(project.id,)),
        },
        "revision": {
            "number": revision.number,
            "page": hook.base + reverse("revision-page", args=(project.id, revision.number)),
            "branch": revision.branch,
            "is_main": revision.branch == project.main_branch,
            "commit": revision.commit,
            "message": revision.message,
            "author": revision.author,
            "pull_request": revision.pull_request,
            "link": revision.url,
        },
        "compared_with": None if previous is None else previous.number,
        "verdict": {
            "level": revision.verdict,
            "certain": name_of_level(verdict.certain),
            "worst": name_of_level(verdict.worst),
            "words": verdict.words,
        },
        "reasons": list(_reasons(documents)),
    }


def event_of_test(hook: Webhook) -> Json:
    """Say that this is a test: what a message has beside what is about a revision."""
    return {
        **_frame(hook, TEST),
        "project": None,
        "revision": None,
        "compared_with": None,
        "verdict": None,
        "reasons": [],
    }


def body_of(hook: Webhook, event: Json) -> str:
    """Write what is sent to a webhook."""
    if hook.kind == Kind.SLACK:
        return json.dumps({"text": text_of(event)}, ensure_ascii=False)
    return json.dumps(event, ensure_ascii=False)


def text_of(event: Json) -> str:
    """Say an event in a few lines, as Slack writes them."""
    if event["type"] == TEST:
        return f"A test from topoviz, for the team {_plain(event['team']['name'])}: messages arrive here."
    revision, project = event["revision"], event["project"]
    commit = f" ({_code(revision['commit'][:SHORT_COMMIT])})" if revision["commit"] else ""
    link = f"<{_plain(revision['page'])}|revision {revision['number']}>"
    where = f"*{_plain(project['name'])}*, {link} on {_code(revision['branch'])}{commit}"
    lines = [
        f"{where}: *{_plain(event['verdict']['words'])}*",
        *(f"• {_plain(one['sentence'])}" for one in event["reasons"]),
    ]
    return "\n".join(lines)


def _frame(hook: Webhook, sort: str) -> Json:
    return {
        "schema": SCHEMA,
        "type": sort,
        "created": timezone.now().isoformat(),
        "team": {"id": str(hook.team_id), "name": hook.team.name},
    }


def _reasons(documents: Sequence[Json]) -> Iterable[Json]:
    """Give the gravest findings, what is certain first."""
    found = [one for document in documents for one in document["findings"]]
    found.sort(key=lambda one: (-level_named(one["level"]), one["is_unsure"]))
    sentences = dict.fromkeys((one["level"], one["is_unsure"], what_changes(one)) for one in found)
    for level, is_unsure, sentence in list(sentences)[:MOST_REASONS]:
        yield {"level": level, "is_certain": not is_unsure, "sentence": sentence}


def _plain(text: str) -> str:
    """Write a text so that Slack reads nothing into it: no link, no mention, on one line of bounded length."""
    line = " ".join(text.split())
    line = line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _CALLS_EVERYBODY.sub(f"@{_WORD_JOINER}", line)


def _code(text: str) -> str:
    return f"`{_plain(text.replace('`', chr(39)))}`"
