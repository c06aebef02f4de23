package org.apache.kafka.streams;

import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Stands on the class path before the library's own: prints the topology that it is given, and runs nothing. */
public class KafkaStreams implements AutoCloseable {
    public KafkaStreams(Topology topology, Properties settings) {
        this(topology, new StreamsConfig(settings));
    }

    public KafkaStreams(Topology topology, Properties settings, KafkaClientSupplier clients) {
        this(topology, settings);
    }

    public KafkaStreams(Topology topology, StreamsConfig config) {
        String id = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        String optimization = config.getString(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG);
        System.out.printf("== started %s %s%n%s", id, optimization, topology.describe());
    }

    public enum State {
        CREATED, RUNNING, NOT_RUNNING
    }

    public interface StateListener {
        void onChange(State now, State before);
    }

    public void start() {
    }

    public State state() {
        return State.RUNNING;
    }

    public void cleanUp() {
    }

    @Override
    public void close() {
    }

    public boolean close(Duration timeout) {
        return true;
    }

    public void setStateListener(StateListener listener) {
    }

    public void setGlobalStateRestoreListener(StateRestoreListener listener) {
    }

    public void setUncaughtExceptionHandler(StreamsUncaughtExceptionHandler handler) {
    }
}
