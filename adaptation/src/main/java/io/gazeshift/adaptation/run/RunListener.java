package io.gazeshift.adaptation.run;

/** Is told how runs get on, by the thread that runs them. */
public interface RunListener {

  /** Nobody listens. */
  RunListener NONE = (domain, fraction) -> {};

  /** So much of the run of a domain is done, 0 to 1; 1 is its end, whatever came of it. */
  void progress(String domain, double fraction);
}
