"""What the tests of lag reports share: one Spark session, and a topology to lay histories onto."""

import pytest
from pyspark import SparkContext

from tests.pace import QUICK_JAVA
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.lag.onto_topology import placement_of
from topoviz.lag.session import SessionSettings, spark_session, stop_session

PROGRAM = """
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.KStream;
class Orders {
    public static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> orders = builder.stream("orders");
        orders.selectKey((key, value) -> value).groupByKey().count().toStream().to("counts");
        builder.stream("payments").to("paid");
        builder.build();
    }
}
"""


COMPILING = {
    True: {"spark.sql.codegen.wholeStage": "true", "spark.sql.codegen.factoryMode": "FALLBACK"},
    False: {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"},
}
"""How Spark runs a query: as Java that it writes and compiles for it, or by going through its operators row by row."""


@pytest.fixture(scope="session")
def java():
    """The Java of all tests of a process ends with them."""
    yield
    stop_session()


@pytest.fixture(scope="module")
def spark(java):
    """One Spark for all tests of a process, with the memory of a server's, for it keeps what many queries leave behind.

    It has nothing compiled for its queries: most of them are run once. Where its Java has ended, the module at which
    that happened says with which code, and the next one has another.
    """
    settings = SessionSettings("local[1]", "3g", shuffle_partitions=1, java_options=QUICK_JAVA)
    session = spark_session(settings)
    # Frames of a few rows have no plan worth adapting.
    session.conf.set("spark.sql.adaptive.enabled", "false")
    for name, value in COMPILING[False].items():
        session.conf.set(name, value)
    process = SparkContext._gateway.proc
    yield session
    assert process.poll() is None, f"Java has ended with exit code {process.poll()}; Spark's own are 50 to 52"


@pytest.fixture(scope="module")
def compiled(spark):
    """Queries are compiled as in the product, for all tests of a module."""
    for name, value in COMPILING[True].items():
        spark.conf.set(name, value)
    yield
    for name, value in COMPILING[False].items():
        spark.conf.set(name, value)


@pytest.fixture(scope="session")
def analyzed():
    """A small application: orders are counted behind a repartition topic, payments pass through."""
    (topology,) = analyze(Submission(Bundle((SourceFile("Orders.java", PROGRAM),)))).topologies
    return topology


@pytest.fixture
def placement(analyzed):
    """Where its topics belong."""
    return placement_of(analyzed)
