"""A receiver of webhooks: a real server on this machine, which answers as a test says."""

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Got:
    """A request as it arrived."""

    path: str
    headers: dict
    body: bytes

    @property
    def document(self):
        return json.loads(self.body)


@dataclass
class Receiver:
    """A server that answers as it is told, one answer after another, and 204 when there is no more.

    An answer is a status, a status with headers and a body, or something to do with the handler.
    """

    got: list = field(default_factory=list)
    answers: list = field(default_factory=list)

    def start(self, wrap=lambda server: None):
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append(Got(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                answer = receiver.answers.pop(0) if receiver.answers else 204
                if callable(answer):
                    answer(self)
                    return
                status, headers, text = answer if isinstance(answer, tuple) else (answer, {}, b"")
                self.send_response(status)
                for name, value in {"Content-Length": str(len(text)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *arguments):
                """Say nothing."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                """Whoever hangs up is no trouble of this server."""

        self.server = Server(("127.0.0.1", 0), Handler)
        wrap(self.server)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/hooks/very-secret"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def hang_up(handler):
    """Close a connection without an answer."""
    handler.close_connection = True
    handler.connection.close()


def trickle(seconds):
    """Send a byte of an answer now and then."""

    def send(handler):
        handler.close_connection = True
        try:
            for letter in b"HTTP/1.1 204 " + b"x" * 200:
                handler.connection.sendall(bytes([letter]))
                time.sleep(seconds)
        except OSError:
            return

    return send
