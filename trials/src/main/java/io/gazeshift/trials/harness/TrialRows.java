package io.gazeshift.trials.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The result rows of one fault. If one variant fails early, the others keep their rows. */
public final class TrialRows {

  private final List<TrialResult> rows = new ArrayList<>();

  /** Runs it; what it throws becomes its row. */
  public void add(String fault, Callable<TrialResult> trial) throws InterruptedException {
    try {
      rows.add(trial.call());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | AssertionError e) {
      e.printStackTrace();
      rows.add(TrialResult.broken(fault, e));
    }
  }

  public void addAll(List<TrialResult> more) {
    rows.addAll(more);
  }

  public List<TrialResult> all() {
    return List.copyOf(rows);
  }
}
