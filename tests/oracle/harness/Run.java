package topoviz.oracle;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/** One run of one program under one optimization setting: a map of what the library answered. */
final class Run implements Callable<Map<String, Object>> {
    private final Path classes;
    private final String entry;
    private final String setting;

    Run(final Path classes, final String entry, final String setting) {
        this.classes = classes;
        this.entry = entry;
        this.setting = setting;
    }

    @Override
    public Map<String, Object> call() throws Exception {
        Plans.forgetAll();
        final Map<String, Object> answers = new LinkedHashMap<>();
        // A loader of its own gives each run fresh static state.
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Thread.currentThread().setContextClassLoader(loader);
            ask(loader, answers);
        }
        return answers;
    }

    private void ask(final ClassLoader loader, final Map<String, Object> answers) throws Exception {
        String phase = "build";
        try {
            final Topology topology = topology(loader);
            final Object topologyBuilder = Reflection.field(topology, "internalTopologyBuilder");
            answers.put("plan", Plans.planOf(topologyBuilder));
            phase = "describe";
            answers.put("describe", topology.describe().toString());
            answers.put("node groups", Topics.nodeGroups(topologyBuilder));
            phase = "start";
            Topics.start(topologyBuilder, new StreamsConfig(startConfig()));
            answers.put("topics", Topics.topicsOfSubTopologies(topologyBuilder));
            answers.put("copartition groups", Topics.copartitionGroups(topologyBuilder));
            answers.put("stores", Stores.changelogs(topologyBuilder));
        } catch (final RuntimeException | StackOverflowError thrown) {
            answers.put("refused", refusal(phase, thrown));
        }
    }

    private Topology topology(final ClassLoader loader) throws Exception {
        try {
            return (Topology) loader.loadClass(entry)
                    .getMethod("topology", Properties.class)
                    .invoke(null, programConfig());
        } catch (final InvocationTargetException exception) {
            final Throwable thrown = exception.getCause();
            // Programs may build in a static initializer; what the library threw there is the answer.
            final Throwable answer = thrown instanceof ExceptionInInitializerError ? thrown.getCause() : thrown;
            if (answer instanceof Exception) {
                throw (Exception) answer;
            }
            throw (Error) answer;
        }
    }

    private Properties programConfig() {
        final Properties config = new Properties();
        config.setProperty(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.setProperty("topology.optimization", setting);
        return config;
    }

    /** The same, with what a StreamsConfig insists on; nothing connects to the server. */
    private Properties startConfig() {
        final Properties config = programConfig();
        config.setProperty(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        return config;
    }

    private static Map<String, Object> refusal(final String phase, final Throwable thrown) {
        final Map<String, Object> refusal = new LinkedHashMap<>();
        refusal.put("phase", phase.equals("build") && !isInBuild(thrown) ? "dsl" : phase);
        refusal.put("exception", thrown.getClass().getSimpleName());
        refusal.put("message", thrown.getMessage());
        return refusal;
    }

    private static boolean isInBuild(final Throwable thrown) {
        for (final StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().equals(StreamsBuilder.class.getName()) && frame.getMethodName().equals("build")) {
                return true;
            }
        }
        return false;
    }
}
