package topoviz.oracle;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compiles and runs folders of Java files as long as it is asked to, for a JVM is fast only once it is warm.
 *
 * <p>A request is a line of input: the folder of sources, the folder for classes, the file to write, how often to
 * repeat each run, and the optimization settings with commas between them; tab-separated. Each file is a program, and
 * its class is the entry. The answer on the output is an empty line, once the file is written: a line of JSON for each
 * program that does not compile, and for each different answer of the others.
 */
public final class Serve {
    private Serve() {
    }

    public static void main(final String[] arguments) throws Exception {
        final PrintStream answered = System.out;
        System.setOut(System.err);
        try (BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                serve(line.split("\t"));
                answered.println();
                answered.flush();
            }
        }
        // A program that hangs leaves its thread behind.
        Runtime.getRuntime().halt(0);
    }

    private static void serve(final String[] request) throws Exception {
        final List<Path> units = Compile.javaFiles(Path.of(request[0]));
        final Path classes = Path.of(request[1]);
        try (PrintWriter out = new PrintWriter(request[2], StandardCharsets.UTF_8)) {
            // One run of the compiler for all is fastest, but one error spoils it for all.
            final boolean isCompiled = Compile.compile(units, classes) == null;
            for (final Path unit : units) {
                final String failure = isCompiled ? null : Compile.compile(List.of(unit), classes);
                final String name = unit.getFileName().toString().replace(".java", "");
                if (failure == null) {
                    final String[] program = {name, classes.toString(), name};
                    Record.record(program, Integer.parseInt(request[3]), List.of(request[4].split(",")), out);
                } else {
                    out.println(Json.text(refusedByCompiler(name, failure)));
                }
            }
        }
    }

    private static Map<String, Object> refusedByCompiler(final String name, final String failure) {
        final Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("program", name);
        answer.put("setting", "compiler");
        answer.put("failure", failure);
        return answer;
    }
}
