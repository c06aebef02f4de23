package topoviz.oracle.assignment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import topoviz.oracle.Json;

/**
 * Asks the classes of one version about clusters as long as there are any, for a JVM is fast only once it is warm.
 *
 * <p>A request is a line with what is asked, the lines of a cluster, and a line with a dot. The answer is a line of
 * JSON, with the time that the class itself took.
 */
public final class Serve {
    private Serve() {
    }

    public static void main(final String[] arguments) throws Exception {
        final PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        final BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String asked = requests.readLine(); asked != null; asked = requests.readLine()) {
            final List<String> lines = linesOf(requests);
            answers.println(Json.text(answerTo(asked, lines)));
            answers.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private static List<String> linesOf(final BufferedReader requests) throws IOException {
        final List<String> lines = new ArrayList<>();
        for (String line = requests.readLine(); !line.equals("."); line = requests.readLine()) {
            lines.add(line);
        }
        return lines;
    }

    private static Map<String, Object> answerTo(final String asked, final List<String> lines)
        throws Exception {
        final Map<String, Object> said = new LinkedHashMap<>();
        Warnings.forget();
        Answer.isAsking = false;
        try {
            final Answer answer = Asked.ask(asked, Cluster.read(lines));
            said.put("tasks", answer.tasks);
            said.put("notes", answer.notes);
            said.put("nanoseconds", Long.toString(answer.nanoseconds));
        } catch (final NoSuchMethodError | NoClassDefFoundError | ClassCastException broken) {
            throw broken;
        } catch (final Exception | StackOverflowError refused) {
            if (!Answer.isAsking) {
                throw refused;
            }
            said.put("refused", refused.getClass().getName());
            said.put("message", String.valueOf(refused.getMessage()));
            final StringBuilder trace = new StringBuilder();
            for (final StackTraceElement element : refused.getStackTrace()) {
                trace.append(element).append('\n');
            }
            said.put("trace", trace.toString());
        }
        said.put("warnings", Warnings.said());
        return said;
    }
}
