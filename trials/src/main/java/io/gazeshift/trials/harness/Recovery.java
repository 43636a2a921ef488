package io.gazeshift.trials.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The recovery times of all rounds. */
public final class Recovery {

  private final List<Duration> rounds = new ArrayList<>();

  public void add(Duration took) {
    rounds.add(took);
  }

  public int count() {
    return rounds.size();
  }

  /** In words, for the table. */
  @Override
  public String toString() {
    if (rounds.isEmpty()) {
      return "-";
    }
    List<Duration> sorted = rounds.stream().sorted().toList();
    Duration longest = sorted.get(sorted.size() - 1);
    return sorted.size() == 1
        ? seconds(longest)
        : "%s, longest %s".formatted(seconds(sorted.get(sorted.size() / 2)), seconds(longest));
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}
