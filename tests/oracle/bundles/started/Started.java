import java.lang.reflect.InvocationTargetException;

/** Calls the main method of a class, and ends the JVM when it has returned; `KafkaStreams` beside it does the telling. */
public class Started {
    private static final long MOST_MILLIS = 30_000;

    public static void main(String[] arguments) throws Exception {
        Thread program = new Thread(() -> run(arguments[0]));
        program.setDaemon(true);
        program.start();
        program.join(MOST_MILLIS);
        System.exit(0);
    }

    private static void run(String name) {
        try {
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException exception) {
            exception.getCause().printStackTrace();
            System.exit(1);
        } catch (ReflectiveOperationException exception) {
            throw new IllegalStateException(exception);
        }
    }
}
