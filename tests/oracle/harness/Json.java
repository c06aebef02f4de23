package topoviz.oracle;

import java.util.Collection;
import java.util.Map;

/** Writes maps, collections, strings, integers and null as JSON on one line. The harness for clusters takes it too. */
public final class Json {
    private Json() {
    }

    public static String text(final Object value) {
        final StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(final Object value, final StringBuilder out) {
        if (value instanceof Map) {
            String separator = "{";
            for (final Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                out.append(separator);
                quote(entry.getKey().toString(), out);
                out.append(':');
                write(entry.getValue(), out);
                separator = ",";
            }
            out.append(separator.equals("{") ? "{}" : "}");
        } else if (value instanceof Collection) {
            String separator = "[";
            for (final Object element : (Collection<?>) value) {
                out.append(separator);
                write(element, out);
                separator = ",";
            }
            out.append(separator.equals("[") ? "[]" : "]");
        } else if (value == null || value instanceof Integer) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    private static void quote(final String text, final StringBuilder out) {
        out.append('"');
        for (final char character : text.toCharArray()) {
            if (character == '"' || character == '\\') {
                out.append('\\').append(character);
            } else if (character < ' ' || character > '~') {
                out.append(String.format("\\u%04x", (int) character));
            } else {
                out.append(character);
            }
        }
        out.append('"');
    }
}
