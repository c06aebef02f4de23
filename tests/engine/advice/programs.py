"""A program with two repartition topics that one could serve, and its threads."""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.advice.asked import LoadQuestion, ThreadTasks
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.engine.versions import KafkaVersion

SHOP = """
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.*;
class Shop {
    public static void main(String[] args) {
        Properties props = new Properties();
        props.put(StreamsConfig.APPLICATION_ID_CONFIG, "shop");
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, Order> orders = builder.stream("orders");
        KStream<String, Order> mine = orders.selectKey((id, order) -> order.customer());
        mine.groupByKey(Grouped.as("orders")).count(Materialized.as("counts")).toStream().to("order-counts");
        mine.filter((id, order) -> order.isPaid()).groupByKey(Grouped.as("paid")).count(Materialized.as("paid-counts"))
            .toStream().to("paid-counts");
        new KafkaStreams(builder.build(props), props).start();
    }
}
"""
PROCESSES = tuple(f"shop-00000000-0000-0000-0000-00000000000{number}" for number in (1, 2))


def analyzed(version="4.3.1", optimize=None, text=SHOP, name="Shop.java"):
    """Analyze the program; give its only topology and the analysis."""
    submission = Submission(Bundle((SourceFile(name, text),)))
    settings = replace(
        submission.settings, kafka_version=KafkaVersion(*map(int, version.split("."))), optimize=optimize
    )
    analysis = analyze(replace(submission, settings=settings))
    return analysis.topologies[0], analysis


def question(loads, threads=1, partitions=None, **more):
    """Ask about two instances, whose threads have the tasks in turn."""
    clients = [f"{process}-StreamThread-{n}-consumer" for n in range(1, threads + 1) for process in PROCESSES]
    tasks = sorted(loads)
    return LoadQuestion(
        tuple(
            ThreadTasks(client, client.partition("-StreamThread")[0], tuple(tasks[place :: len(clients)]))
            for place, client in enumerate(clients)
        ),
        loads,
        {"orders": 4} if partitions is None else partitions,
        **more,
    )
