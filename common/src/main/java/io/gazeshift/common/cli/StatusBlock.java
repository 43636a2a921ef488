package io.gazeshift.common.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * Several status lines, like {@link StatusLine}: rewritten in place on a terminal, printed
 * periodically elsewhere. Thread-safe; closing it leaves the last lines visible.
 */
public final class StatusBlock implements AutoCloseable {

  private static final Duration REDRAW = Duration.ofMillis(200);
  private static final String TO_LINE_START = "\r";
  private static final String UP = "\u001B[%dA";
  private static final String CLEAR_BELOW = "\u001B[J";

  private final Console console;
  private final InstantSource clock;
  private final boolean inPlace;
  private final Duration interval;
  private Instant lastShown = Instant.MIN;
  private List<String> lines = List.of();
  private List<String> shown = List.of();

  /**
   * Takes where to write and when.
   *
   * @param plainInterval shortest time between two blocks where lines cannot be rewritten
   */
  public StatusBlock(Console console, InstantSource clock, Duration plainInterval) {
    this.console = console;
    this.clock = clock;
    this.inPlace = console.canMoveUp();
    this.interval = inPlace ? REDRAW : plainInterval;
  }

  /** Replaces the lines. What comes faster than a person reads is skipped. */
  public synchronized void show(List<String> newLines) {
    lines = List.copyOf(newLines);
    Instant now = clock.instant();
    if (lastShown.equals(Instant.MIN) || !lastShown.plus(interval).isAfter(now)) {
      lastShown = now;
      draw();
    }
  }

  /** Prints something that stays, above the lines. */
  public synchronized void println(String line) {
    erase();
    console.out().println(line);
    if (inPlace) {
      draw();
    }
    console.out().flush();
  }

  /** Leaves the last lines standing. */
  @Override
  public synchronized void close() {
    if (!lines.equals(shown)) {
      draw();
    }
    lines = List.of();
    shown = List.of();
  }

  /** The cursor is left at the beginning of the line below. */
  private void draw() {
    PrintWriter out = console.out();
    erase();
    lines.forEach(line -> out.println(inPlace ? cut(line) : line));
    out.flush();
    shown = lines;
  }

  private void erase() {
    if (inPlace && !shown.isEmpty()) {
      console.out().print(TO_LINE_START + UP.formatted(shown.size()) + CLEAR_BELOW);
      shown = List.of();
    }
  }

  /** A line that fills the last column would wrap, and take two. */
  private String cut(String line) {
    int most = Math.max(1, console.width() - 1);
    return line.codePointCount(0, line.length()) <= most
        ? line
        : line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
  }
}
