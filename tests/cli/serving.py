"""Somebody's server on this machine, as long as a test needs it."""

import threading
from contextlib import contextmanager
from http.server import ThreadingHTTPServer


@contextmanager
def running(handler):
    """Run a server without a log; `url` is its address, and `asked` is for what comes."""

    class Quiet(handler):
        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        server.asked, server.url = [], f"http://127.0.0.1:{server.server_port}"
        # So often it looks whether it shall stop, for which each test waits.
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
