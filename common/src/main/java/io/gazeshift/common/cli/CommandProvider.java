package io.gazeshift.common.cli;

import picocli.CommandLine;

/**
 * A command that a module adds to the program, which finds it by {@link java.util.ServiceLoader}.
 */
public interface CommandProvider {

  CommandLine command(Console console);
}
