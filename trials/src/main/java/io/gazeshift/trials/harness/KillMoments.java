package io.gazeshift.trials.harness;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Where in a run of adaptation the kills fell. For one thread. */
public final class KillMoments {

  /** From when on the run's progress is that of the gate. */
  private static final double JUDGING_FROM = 0.5;

  /** What a run was about when it was killed. */
  public enum Moment {
    BEFORE("before the run had begun"),
    TRAINING("in training"),
    JUDGING("in judging"),
    PUBLISHING("judged, not yet published"),
    AFTER("after its head was published");

    private final String words;

    Moment(String words) {
      this.words = words;
    }
  }

  private final Map<Moment, Integer> counts = new EnumMap<>(Moment.class);

  /**
   * Takes what is known of a run when its process is gone.
   *
   * @param begun whether it was told of
   * @param progress just before, as the process said
   * @param published whether its head is there
   */
  public static Moment of(boolean begun, double progress, boolean published) {
    if (published) {
      return Moment.AFTER;
    }
    if (!begun) {
      return Moment.BEFORE;
    }
    if (progress >= 1) {
      return Moment.PUBLISHING;
    }
    return progress < JUDGING_FROM ? Moment.TRAINING : Moment.JUDGING;
  }

  public void add(Moment moment) {
    counts.merge(moment, 1, Integer::sum);
  }

  /** How many of those that were to be continued. */
  public int within() {
    return counts.getOrDefault(Moment.TRAINING, 0)
        + counts.getOrDefault(Moment.JUDGING, 0)
        + counts.getOrDefault(Moment.PUBLISHING, 0);
  }

  /** In words, for the table. */
  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(entry -> "%d %s".formatted(entry.getValue(), entry.getKey().words))
        .collect(Collectors.joining(", "));
  }
}
