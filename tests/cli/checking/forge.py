"""The comments of a forge, as its REST API has them: a server on this machine that keeps what it is sent."""

import json
import re
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

from tests.cli.serving import running

TOKEN = "forge_0123456789abcdef"
OURS = {
    "user": {"login": "github-actions[bot]", "type": "Bot"}, "author_association": "CONTRIBUTOR", "author": {"id": 3},
}  # fmt: skip
STRANGERS = {"user": {"login": "mallory", "type": "User"}, "author_association": "NONE", "author": {"id": 4}}
COMMENTS = re.compile(r"/repos/shop/orders/issues/17/comments|/projects/5/merge_requests/17/notes")
ONE = re.compile(r"/repos/shop/orders/issues/comments/(\d+)|/projects/5/merge_requests/17/notes/(\d+)")


@contextmanager
def forge_running():
    """Run one; `comments` has texts by id, and `authors` who wrote some of them, if not we.

    `asked` has each request, and with `refuses` a token only reads.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            forge, parts = self.server, urlsplit(self.path)
            data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            forge.asked.append((self.command, parts.path))
            shown = self.headers.get("PRIVATE-TOKEN") or (self.headers.get("Authorization") or "").removeprefix(
                "Bearer "
            )
            if shown != TOKEN:
                return self.say(401, {"message": f"Bad credentials {shown}"})
            if parts.path == "/user":
                return self.say(*((403, {}) if forge.refuses else (200, {"id": 3})))
            if self.command == "GET" and COMMENTS.fullmatch(parts.path):
                query = {name: int(values[0]) for name, values in parse_qs(parts.query).items() if values[0].isdigit()}
                first = (query["page"] - 1) * query["per_page"]
                listed = [
                    {"id": number, "body": text, **forge.authors.get(number, OURS)}
                    for number, text in sorted(forge.comments.items())
                ]
                return self.say(200, listed[first : first + query["per_page"]])
            if forge.refuses:
                return self.say(403, {"message": "Resource not accessible by integration"})
            if self.command == "POST" and COMMENTS.fullmatch(parts.path):
                number = max(forge.comments, default=0) + 1
                forge.comments[number] = json.loads(data)["body"]
                return self.say(201, {"id": number})
            if self.command in ("PATCH", "PUT") and (found := ONE.fullmatch(parts.path)):
                forge.comments[int(found[1] or found[2])] = json.loads(data)["body"]
                return self.say(200, {})
            return self.say(404, {})

        do_POST = do_PATCH = do_PUT = do_GET  # noqa: N815 - as the library asks for them

        def say(self, status, document):
            self.send_response(status)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.end_headers()
            self.wfile.write(json.dumps(document).encode())

    with running(Handler) as forge:
        forge.comments, forge.authors, forge.refuses = {}, {}, False
        yield forge


def github_variables(forge, event, **more):
    """The variables of a job that builds pull request 17."""
    pull_request = {"number": 17, "head": {"ref": "filter", "sha": "", "repo": {"full_name": "shop/orders"}}}
    event.write_text(json.dumps({"pull_request": {**pull_request, "base": {"ref": "main"}}}))
    return {
        "GITHUB_ACTIONS": "true", "GITHUB_API_URL": forge.url, "GITHUB_REPOSITORY": "shop/orders",
        "GITHUB_EVENT_PATH": str(event), "GITHUB_TOKEN": TOKEN, **more,
    }  # fmt: skip


def gitlab_variables(forge, **more):
    """The variables of a job that builds merge request 17."""
    return {
        "GITLAB_CI": "true", "CI_API_V4_URL": forge.url, "CI_PROJECT_ID": "9", "CI_MERGE_REQUEST_PROJECT_ID": "5",
        "CI_MERGE_REQUEST_IID": "17", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "filter", "TOPOVIZ_GITLAB_TOKEN": TOKEN,
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", **more,
    }  # fmt: skip
