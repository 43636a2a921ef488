package io.gazeshift.trials.harness;

import java.util.List;

/** A fault that a trial injects. */
public interface InjectedFault {

  /** What to call it on the command line: lower case, one word. */
  String name();

  /**
   * Does it, as often as the plan says, and tells what came of it: a row for each kind. What was
   * promised and not kept is in the rows; an exception is a trial that broke itself.
   */
  List<TrialResult> inflict(TrialPlan plan) throws Exception;
}
