package topoviz.oracle;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles many Java programs in one JVM, each by itself, and writes the compiler's words for those that fail.
 *
 * <p>Arguments: the list of programs (a line each: name, folder of sources, folder for classes; tab-separated), the
 * file to write (a line of JSON for each failure).
 */
public final class Compile {
    private Compile() {
    }

    public static void main(final String[] arguments) throws Exception {
        try (PrintWriter out = new PrintWriter(arguments[1], StandardCharsets.UTF_8)) {
            for (final String line : Files.readAllLines(Path.of(arguments[0]))) {
                final String[] program = line.split("\t");
                final String failure = compile(javaFiles(Path.of(program[1])), Path.of(program[2]));
                if (failure != null) {
                    final Map<String, Object> answer = new LinkedHashMap<>();
                    answer.put("program", program[0]);
                    answer.put("failure", failure);
                    out.println(Json.text(answer));
                }
            }
        }
    }

    /** What the compiler says when it fails, else null. The class path is this JVM's own. */
    static String compile(final List<Path> units, final Path classes) throws Exception {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final List<String> options = List.of(
                "-d", classes.toString(),
                "-classpath", classes + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                "--release", "17", "-nowarn", "-Xlint:none", "-proc:none");
        final StringWriter words = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            final boolean succeeded = compiler
                    .getTask(words, files, null, options, null, files.getJavaFileObjectsFromPaths(units))
                    .call();
            return succeeded ? null : words.toString();
        }
    }

    /** The files of a program, sorted. */
    static List<Path> javaFiles(final Path sources) throws Exception {
        try (Stream<Path> paths = Files.list(sources)) {
            return paths.sorted().collect(Collectors.toList());
        }
    }
}
