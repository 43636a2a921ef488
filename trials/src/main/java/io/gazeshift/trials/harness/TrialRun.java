package io.gazeshift.trials.harness;

import java.util.List;

/**
 * The newest run of one fault, and where and of what it was.
 *
 * @param command what was typed
 * @param commit of the distribution that was on trial
 * @param day of its end, by the calendar of the machine
 * @param minutes it took, at least 1
 * @param cores of the machine
 * @param load of the machine over the last minutes of it, others' work included
 * @param rows what came of it
 */
public record TrialRun(
    String command,
    String commit,
    String day,
    long minutes,
    int cores,
    String load,
    List<TrialResult> rows) {

  public TrialRun {
    rows = List.copyOf(rows);
  }
}
