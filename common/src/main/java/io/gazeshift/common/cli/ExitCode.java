package io.gazeshift.common.cli;

/** The exit codes of the program. */
public final class ExitCode {

  /** It did what was asked. */
  public static final int DONE = 0;

  /** It could not: the surroundings failed, or the program has a bug. */
  public static final int FAILED = 1;

  /** It was asked wrongly: a flag or the configuration. */
  public static final int USAGE = 2;

  private ExitCode() {}
}
