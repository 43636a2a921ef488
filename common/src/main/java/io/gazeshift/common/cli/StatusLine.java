package io.gazeshift.common.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * One status line. On a terminal it is rewritten in place; elsewhere, as in a log file, it is
 * printed periodically. Thread-safe; closing it leaves the last text visible.
 */
public final class StatusLine implements AutoCloseable {

  private static final Duration REDRAW = Duration.ofMillis(100);

  private final Console console;
  private final InstantSource clock;
  private final Duration interval;
  private Instant lastShown = Instant.MIN;
  private String text = "";
  private String shown = "";

  /**
   * Takes where to write and when.
   *
   * @param plainInterval shortest time between two lines where there is no terminal
   */
  public StatusLine(Console console, InstantSource clock, Duration plainInterval) {
    this.console = console;
    this.clock = clock;
    this.interval = console.isTerminal() ? REDRAW : plainInterval;
  }

  /** Replaces the line. What comes faster than a person reads is skipped. */
  public synchronized void show(String newText) {
    text = newText;
    Instant now = clock.instant();
    if (lastShown.equals(Instant.MIN) || !lastShown.plus(interval).isAfter(now)) {
      lastShown = now;
      draw();
    }
  }

  /** Prints something that stays, above the line. */
  public synchronized void println(String line) {
    erase();
    console.out().println(line);
    if (console.isTerminal()) {
      draw();
    }
  }

  /** Leaves the last text standing and goes to the next line. */
  @Override
  public synchronized void close() {
    if (!text.equals(shown)) {
      draw();
    }
    if (console.isTerminal() && !shown.isEmpty()) {
      console.out().println();
    }
    console.out().flush();
    text = "";
    shown = "";
  }

  private void draw() {
    PrintWriter out = console.out();
    if (console.isTerminal()) {
      String line = cut(text);
      erase();
      out.print(line);
    } else {
      out.println(text);
    }
    shown = text;
    out.flush();
  }

  /** By spaces rather than an escape code, which not every terminal knows. */
  private void erase() {
    if (console.isTerminal() && !shown.isEmpty()) {
      console.out().print("\r" + " ".repeat(cut(shown).length()) + "\r");
      shown = "";
    }
  }

  /** A line that fills the last column would wrap and could not be rewritten. */
  private String cut(String line) {
    int most = Math.max(1, console.width() - 1);
    return line.codePointCount(0, line.length()) <= most
        ? line
        : line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
  }
}
