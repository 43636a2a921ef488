package io.gazeshift.benchmarks.glsge;

/** What is known about a domain when a candidate is judged. */
public enum Knowledge {
  NOTHING("nothing known"),
  PRIOR("site prior"),
  /** With a prior where the candidate itself was made with one. */
  GLANCES("20 labelled glances");

  private final String label;

  Knowledge(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
