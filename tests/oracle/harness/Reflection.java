package topoviz.oracle;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Reads what the library keeps to itself, and what is called differently in different versions.
 *
 * <p>A wrong guess is an AssertionError, an error of the oracle, and never passes for the library's refusal.
 */
final class Reflection {
    private Reflection() {
    }

    static Object field(final Object owner, final String name) {
        for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
            for (final Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return valueOf(open(field), owner);
                }
            }
        }
        throw new AssertionError("No field " + name + " in " + owner.getClass());
    }

    static boolean has(final Object owner, final String name, final Class<?>... parameters) {
        return find(owner.getClass(), name, parameters) != null;
    }

    /** Whether a method without arguments exists and is declared to return a type. */
    static boolean returns(final Object owner, final String name, final Class<?> type) {
        final Method method = find(owner.getClass(), name);
        return method != null && type.isAssignableFrom(method.getReturnType());
    }

    /** Calls a method without arguments; what it throws comes through as it is. */
    static Object call(final Object owner, final String name) {
        return call(owner, name, new Class<?>[0]);
    }

    /** Calls a method; what it throws comes through as it is. */
    static Object call(final Object owner, final String name, final Class<?>[] parameters, final Object... arguments) {
        final Method method = find(owner.getClass(), name, parameters);
        if (method == null) {
            throw new AssertionError("No method " + name + " in " + owner.getClass());
        }
        try {
            return open(method).invoke(owner, arguments);
        } catch (final InvocationTargetException exception) {
            throw Reflection.<RuntimeException>unchanged(exception.getCause());
        } catch (final IllegalAccessException exception) {
            throw new AssertionError(exception);
        }
    }

    private static Method find(final Class<?> owner, final String name, final Class<?>... parameters) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            try {
                return type.getDeclaredMethod(name, parameters);
            } catch (final NoSuchMethodException exception) {
                continue;
            }
        }
        return null;
    }

    private static Object valueOf(final Field field, final Object owner) {
        try {
            return field.get(owner);
        } catch (final IllegalAccessException exception) {
            throw new AssertionError(exception);
        }
    }

    private static <T extends AccessibleObject> T open(final T member) {
        member.setAccessible(true);
        return member;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchanged(final Throwable thrown) throws T {
        throw (T) thrown;
    }
}
