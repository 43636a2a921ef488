package io.gazeshift.adaptation.run;

/** Receives the progress of runs, on the thread that runs them. */
public interface RunListener {

  /** Ignores everything. */
  RunListener NONE = (domain, fraction) -> {};

  /** The fraction done of a domain's run, 0 to 1; 1 is its end, also after a failure. */
  void progress(String domain, double fraction);
}
