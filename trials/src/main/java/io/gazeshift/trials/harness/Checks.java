package io.gazeshift.trials.harness;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The checks of a trial and their failures. A failed check does not end the trial, so that all
 * others are still evaluated. For one thread.
 */
public final class Checks {

  private static final String HELD = "";
  private static final int MAX_CHARS = 400;

  private final Map<String, String> found = new LinkedHashMap<>();

  /** What must hold, in words; and what was found instead where it does not. */
  public boolean that(String promise, boolean holds, Object found) {
    this.found.merge(
        promise,
        holds ? HELD : "found " + shortened(found),
        (was, is) -> was.equals(HELD) ? is : was);
    return holds;
  }

  /** What must be so many. */
  public boolean equal(String promise, long expected, long actual) {
    return that(promise, expected == actual, "%,d, not %,d".formatted(actual, expected));
  }

  /** What must come true in time. */
  public boolean within(Duration patience, String promise, Callable<Boolean> condition) {
    try {
      Awaitility.await().atMost(patience).pollInterval(Duration.ofMillis(50)).until(condition);
      return that(promise, true, "");
    } catch (ConditionTimeoutException e) {
      return that(promise, false, "not so after %d s".formatted(patience.toSeconds()));
    }
  }

  /** The end of a log says more than its beginning. */
  private static String shortened(Object found) {
    String text = String.valueOf(found);
    return text.length() <= MAX_CHARS ? text : "..." + text.substring(text.length() - MAX_CHARS);
  }

  public boolean allHold() {
    return !found.isEmpty() && found.values().stream().allMatch(HELD::equals);
  }

  /** Every promise that was looked at. */
  public String promises() {
    return String.join("; ", found.keySet());
  }

  /** Those that did not hold, and what was found; empty where all did. */
  public String broken() {
    return found.entrySet().stream()
        .filter(entry -> !entry.getValue().equals(HELD))
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .reduce((a, b) -> a + "; " + b)
        .orElse("");
  }
}
