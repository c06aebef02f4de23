package topoviz.oracle;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Executable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Reads from the bytecode of compiled programs which methods of some classes they call or refer to.
 *
 * <p>Arguments: the list of programs (a line each: name, folder of classes, anything; tab-separated), the file to write
 * (a line of JSON for each program), then the names of the classes.
 */
public final class Calls {
    private static final String NEW_PROCESSOR_API = "org.apache.kafka.streams.processor.api.";

    private final Collection<String> watched;
    private final Collection<String> found = new TreeSet<>();

    private Calls(final Collection<String> watched) {
        this.watched = watched;
    }

    public static void main(final String[] arguments) throws Exception {
        final List<String> watched = Arrays.asList(arguments).subList(2, arguments.length);
        try (PrintWriter out = new PrintWriter(arguments[1], StandardCharsets.UTF_8)) {
            for (final String line : Files.readAllLines(Path.of(arguments[0]))) {
                final String[] program = line.split("\t");
                final Map<String, Object> answer = new LinkedHashMap<>();
                answer.put("program", program[0]);
                answer.put("calls", new Calls(watched).in(Path.of(program[1])));
                out.println(Json.text(answer));
            }
        }
    }

    private Collection<String> in(final Path classes) throws IOException {
        try (Stream<Path> paths = Files.walk(classes)) {
            for (final Path path : paths.filter(path -> path.toString().endsWith(".class")).toList()) {
                new ClassReader(Files.readAllBytes(path)).accept(new Watching(), ClassReader.SKIP_DEBUG);
            }
        }
        return found;
    }

    /** Notes a method under the class that declares it, which may be above the one it is called on. */
    private void note(final String owner, final String name, final String descriptor) {
        if (!owner.startsWith("org/apache/kafka/streams/")) {
            return;
        }
        final Executable method = declared(load(owner.replace('/', '.')), name, descriptor);
        if (method != null && watched.contains(method.getDeclaringClass().getName())) {
            found.add(signature(method, name));
        }
    }

    private static Class<?> load(final String name) {
        try {
            return Class.forName(name, false, Calls.class.getClassLoader());
        } catch (final ClassNotFoundException exception) {
            throw new AssertionError(exception);
        }
    }

    /** The method of a class or of what it extends; where it is generic, the compiler's bridge counts for it. */
    private static Executable declared(final Class<?> type, final String name, final String descriptor) {
        final String parameters = descriptor.substring(0, descriptor.indexOf(')') + 1);
        if (name.equals("<init>")) {
            return Stream.of(type.getDeclaredConstructors())
                    .filter(one -> Type.getConstructorDescriptor(one).startsWith(parameters))
                    .findAny().orElse(null);
        }
        for (final Class<?> declaring : lineage(type)) {
            for (final java.lang.reflect.Method method : declaring.getDeclaredMethods()) {
                if (method.getName().equals(name) && Type.getMethodDescriptor(method).startsWith(parameters)) {
                    return method;
                }
            }
        }
        return null;
    }

    private static List<Class<?>> lineage(final Class<?> type) {
        final List<Class<?>> types = new ArrayList<>();
        for (Class<?> current = type; current != null; current = current.getSuperclass()) {
            types.add(current);
        }
        for (int index = 0; index < types.size(); index++) {
            types.addAll(Arrays.asList(types.get(index).getInterfaces()));
        }
        return types;
    }

    private static String signature(final Executable method, final String name) {
        final String parameters = Stream.of(method.getParameterTypes()).map(Calls::typeName).collect(Collectors.joining(", "));
        final String shown = method.isVarArgs() ? parameters.substring(0, parameters.length() - 2) + "..." : parameters;
        return typeName(method.getDeclaringClass()) + "." + (name.equals("<init>") ? "new" : name) + "(" + shown + ")";
    }

    private static String typeName(final Class<?> type) {
        if (type.isArray()) {
            return typeName(type.getComponentType()) + "[]";
        }
        final String plain = type.getName().substring(type.getName().lastIndexOf('.') + 1);
        return type.getName().startsWith(NEW_PROCESSOR_API) ? "api." + plain : plain;
    }

    private final class Watching extends ClassVisitor {
        Watching() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(
                final int access,
                final String name,
                final String descriptor,
                final String signature,
                final String[] exceptions) {
            return new WatchingCode();
        }
    }

    private final class WatchingCode extends MethodVisitor {
        WatchingCode() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitMethodInsn(
                final int opcode,
                final String owner,
                final String name,
                final String descriptor,
                final boolean isInterface) {
            note(owner, name, descriptor);
        }

        @Override
        public void visitInvokeDynamicInsn(
                final String name, final String descriptor, final Handle bootstrap, final Object... arguments) {
            for (final Object argument : arguments) {
                if (argument instanceof Handle) {
                    final Handle handle = (Handle) argument;
                    note(handle.getOwner(), handle.getName(), handle.getDesc());
                }
            }
        }
    }
}
