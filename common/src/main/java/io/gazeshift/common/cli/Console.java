package io.gazeshift.common.cli;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The output streams of a program, and whether they are an interactive terminal. */
public final class Console {

  private static final int PLAIN_WIDTH = 80;

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean terminal;
  private final boolean dumb;
  private final boolean colour;
  private final int width;

  /**
   * Uses the writers as they are; the caller closes them.
   *
   * @param terminal whether a person sees what is written, as it is written
   * @param width columns of the terminal
   */
  public Console(
      PrintWriter out,
      PrintWriter err,
      boolean terminal,
      int width,
      Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.width = width;
    this.dumb = environment.getOrDefault("TERM", "").equals("dumb");
    boolean unwanted = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    this.colour = terminal && !dumb && !unwanted;
  }

  /** The console of this process. */
  public static Console system() {
    boolean terminal = isInteractive(System.console());
    return new Console(
        writer(System.out, "stdout.encoding"),
        writer(System.err, "stderr.encoding"),
        terminal,
        terminal ? new UsageMessageSpec().autoWidth(true).width() : PLAIN_WIDTH,
        System.getenv());
  }

  /** Standard output. */
  public PrintWriter out() {
    return out;
  }

  /** Standard error. */
  public PrintWriter err() {
    return err;
  }

  /** Whether a person sees what is written, as it is written. */
  public boolean isTerminal() {
    return terminal;
  }

  /** Whether lines above the last can be written anew. */
  public boolean canMoveUp() {
    return terminal && !dumb;
  }

  /** Whether to write in colour. */
  public boolean isColoured() {
    return colour;
  }

  /** Columns of the terminal. */
  public int width() {
    return width;
  }

  /** The text in red, where colour is wanted: something is wrong. */
  public String red(String text) {
    return coloured(31, text);
  }

  /** The text in yellow, where colour is wanted: something to know. */
  public String yellow(String text) {
    return coloured(33, text);
  }

  /** The text in green, where colour is wanted: all is well. */
  public String green(String text) {
    return coloured(32, text);
  }

  private String coloured(int code, String text) {
    return colour ? "\u001B[" + code + "m" + text + "\u001B[0m" : text;
  }

  /**
   * Until Java 21 there is a console only on a terminal; from 22 on there is always one, and it
   * must be asked by a method that Java 17, for which this is compiled, does not have.
   */
  static boolean isInteractive(@Nullable Object console) {
    if (console == null) {
      return false;
    }
    try {
      return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }

  private static PrintWriter writer(java.io.PrintStream stream, String encodingProperty) {
    String encoding = System.getProperty(encodingProperty);
    Charset charset = encoding == null ? StandardCharsets.UTF_8 : Charset.forName(encoding);
    return new PrintWriter(new OutputStreamWriter(stream, charset), true);
  }
}
