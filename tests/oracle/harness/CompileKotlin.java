package topoviz.oracle;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compiles many Kotlin programs in one JVM, each by itself, and writes the compiler's words for those that fail.
 *
 * <p>Arguments as for {@link Compile}. The compiler must be on the class path; it is called by reflection, so that the
 * harness itself can be compiled without it.
 */
public final class CompileKotlin {
    private CompileKotlin() {
    }

    public static void main(final String[] arguments) throws Exception {
        try (PrintWriter out = new PrintWriter(arguments[1], StandardCharsets.UTF_8)) {
            for (final String line : Files.readAllLines(Path.of(arguments[0]))) {
                final String[] program = line.split("\t");
                final String failure = compile(program[1], program[2]);
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
    private static String compile(final String sources, final String classes) throws Exception {
        final ByteArrayOutputStream words = new ByteArrayOutputStream();
        final Object compiler =
                Class.forName("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler").getConstructor().newInstance();
        final String[] options = {
            sources, "-d", classes, "-classpath", System.getProperty("java.class.path"),
            "-jvm-target", "17", "-no-stdlib", "-no-reflect", "-nowarn",
        };
        final Object code = compiler.getClass()
                .getMethod("exec", PrintStream.class, String[].class)
                .invoke(compiler, new PrintStream(words, true, StandardCharsets.UTF_8), options);
        return code.toString().equals("OK") ? null : code + "\n" + words.toString(StandardCharsets.UTF_8);
    }
}
