package io.gazeshift.targets.score;

import java.util.List;

/**
 * How often each target was said while each was truly looked at.
 *
 * @param names of rows and columns
 * @param counts for each true target, in the order of the names, how often each was said
 */
public record ConfusionMatrix(List<String> names, List<List<Long>> counts) {

  public ConfusionMatrix {
    names = List.copyOf(names);
    counts = counts.stream().map(List::copyOf).toList();
    int size = names.size();
    if (counts.size() != size || counts.stream().anyMatch(row -> row.size() != size)) {
      throw new IllegalArgumentException(
          "a matrix of %d names needs as many rows and columns".formatted(size));
    }
  }

  public long faces() {
    return names.stream().mapToLong(this::faces).sum();
  }

  /** During which this was truly looked at. */
  public long faces(String truth) {
    return row(truth).stream().mapToLong(Long::longValue).sum();
  }

  /** The share of all faces for which the true target was said; no number without faces. */
  public double correct() {
    long right = names.stream().mapToLong(name -> count(name, name)).sum();
    return (double) right / faces();
  }

  /** Of the faces that truly looked at one target, the share for which another was said. */
  public double share(String truth, String said) {
    return (double) count(truth, said) / faces(truth);
  }

  private long count(String truth, String said) {
    return row(truth).get(names.indexOf(said));
  }

  private List<Long> row(String truth) {
    return counts.get(names.indexOf(truth));
  }
}
