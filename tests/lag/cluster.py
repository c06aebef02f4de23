"""A real Spark cluster on this machine: a master and two workers, on loopback alone."""

import os
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pyspark

from tests.pace import QUICK_JAVA


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port):
    for _ in range(300):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on port {port}")


@contextmanager
def running_cluster(folder, memory="1g"):
    """Run a master and two workers with a core each; gives the master's address and the process ids."""
    home = Path(pyspark.__file__).parent
    port, web, *worker_webs = (free_port() for _ in range(4))
    variables = os.environ | {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_MASTER_OPTS": f"-Dspark.master.rest.enabled=false {QUICK_JAVA}",
        "SPARK_WORKER_OPTS": QUICK_JAVA,
        "SPARK_WORKER_DIR": str(folder / "worker"),
        "SPARK_DAEMON_MEMORY": "256m",
    }
    master = ("master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", str(web))
    workers = [
        ("worker.Worker", "--host", "127.0.0.1", "--port", "0", "--webui-port", str(worker_web), "--cores", "1",
         "--memory", memory, f"spark://127.0.0.1:{port}")
        for worker_web in worker_webs
    ]  # fmt: skip
    started = []
    try:
        for (name, *rest), listens in zip((master, *workers), (port, *worker_webs), strict=True):
            program = [home / "bin" / "spark-class", f"org.apache.spark.deploy.{name}", *rest]
            log = (folder / f"{name}.log").open("wb")
            started.append(subprocess.Popen(program, env=variables, stdout=log, stderr=log))
            log.close()
            wait_for(listens)
        yield f"spark://127.0.0.1:{port}", [one.pid for one in started]
    finally:
        for one in reversed(started):
            one.terminate()
            one.wait(timeout=20)
