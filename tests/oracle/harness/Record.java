package topoviz.oracle;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs compiled programs and writes what the library answered, a line of JSON for each different answer.
 *
 * <p>Arguments: the list of programs (a line each: name, folder of classes, entry class; tab-separated), the file to
 * write, how often to repeat each run, then the optimization settings.
 */
public final class Record {
    private static final long SECONDS_PER_RUN = 20;

    private Record() {
    }

    public static void main(final String[] arguments) throws Exception {
        final Path programs = Path.of(arguments[0]);
        System.setOut(System.err);
        try (PrintWriter out = new PrintWriter(arguments[1], StandardCharsets.UTF_8)) {
            for (final String line : Files.readAllLines(programs)) {
                final List<String> settings = List.of(arguments).subList(3, arguments.length);
                record(line.split("\t"), Integer.parseInt(arguments[2]), settings, out);
            }
        }
        // A program that hangs leaves its thread behind.
        Runtime.getRuntime().halt(0);
    }

    /** All settings of a program, up to the first that gives no answer. */
    static void record(
            final String[] program, final int repeats, final List<String> settings, final PrintWriter out)
            throws Exception {
        for (final String setting : settings) {
            final Set<String> seen = new LinkedHashSet<>();
            for (int repeat = 0; repeat < repeats; repeat++) {
                final Map<String, Object> line = new LinkedHashMap<>();
                line.put("program", program[0]);
                line.put("setting", setting);
                final Run run = new Run(Path.of(program[1]), program[2], setting);
                try {
                    line.put("record", inTime(run));
                } catch (final TimeoutException | ExecutionException exception) {
                    line.put("failure", reason(exception));
                    out.println(Json.text(line));
                    return;
                }
                seen.add(Json.text(line));
            }
            seen.forEach(out::println);
        }
    }

    private static String reason(final Exception exception) {
        return exception instanceof TimeoutException
                ? "no answer within " + SECONDS_PER_RUN + " s"
                : exception.getCause().toString();
    }

    private static Map<String, Object> inTime(final Run run) throws Exception {
        final FutureTask<Map<String, Object>> task = new FutureTask<>(run);
        final Thread thread = new Thread(task, "program");
        thread.setDaemon(true);
        thread.start();
        return task.get(SECONDS_PER_RUN, TimeUnit.SECONDS);
    }
}
