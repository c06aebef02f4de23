package org.slf4j.impl;

import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.MarkerIgnoringBase;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggerFactoryBinder;
import topoviz.oracle.assignment.Warnings;

/** Binds SLF4J 1.7 to a logger that keeps warnings and errors and nothing else. */
public final class StaticLoggerBinder implements LoggerFactoryBinder {
    public static final String REQUESTED_API_VERSION = "1.7";
    private static final StaticLoggerBinder ONLY = new StaticLoggerBinder();

    private final Logger logger = new Keeping();

    public static StaticLoggerBinder getSingleton() {
        return ONLY;
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> logger;
    }

    @Override
    public String getLoggerFactoryClassStr() {
        return StaticLoggerBinder.class.getName();
    }

    private static final class Keeping extends MarkerIgnoringBase {
        private static final long serialVersionUID = 1L;

        @Override public boolean isTraceEnabled() { return false; }
        @Override public void trace(final String text) { }
        @Override public void trace(final String text, final Object one) { }
        @Override public void trace(final String text, final Object one, final Object two) { }
        @Override public void trace(final String text, final Object... all) { }
        @Override public void trace(final String text, final Throwable error) { }
        @Override public boolean isDebugEnabled() { return false; }
        @Override public void debug(final String text) { }
        @Override public void debug(final String text, final Object one) { }
        @Override public void debug(final String text, final Object one, final Object two) { }
        @Override public void debug(final String text, final Object... all) { }
        @Override public void debug(final String text, final Throwable error) { }
        @Override public boolean isInfoEnabled() { return false; }
        @Override public void info(final String text) { }
        @Override public void info(final String text, final Object one) { }
        @Override public void info(final String text, final Object one, final Object two) { }
        @Override public void info(final String text, final Object... all) { }
        @Override public void info(final String text, final Throwable error) { }
        @Override public boolean isWarnEnabled() { return true; }
        @Override public void warn(final String text) { keep(text); }
        @Override public void warn(final String text, final Object one) { keep(text, one); }
        @Override public void warn(final String text, final Object one, final Object two) { keep(text, one, two); }
        @Override public void warn(final String text, final Object... all) { keep(text, all); }
        @Override public void warn(final String text, final Throwable error) { keep(text); }
        @Override public boolean isErrorEnabled() { return true; }
        @Override public void error(final String text) { keep(text); }
        @Override public void error(final String text, final Object one) { keep(text, one); }
        @Override public void error(final String text, final Object one, final Object two) { keep(text, one, two); }
        @Override public void error(final String text, final Object... all) { keep(text, all); }
        @Override public void error(final String text, final Throwable error) { keep(text); }

        private static void keep(final String text, final Object... all) {
            Warnings.say(MessageFormatter.arrayFormat(text, all).getMessage());
        }
    }
}
