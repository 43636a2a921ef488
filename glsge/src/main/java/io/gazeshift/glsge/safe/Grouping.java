package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Rows that belong together: which group each is in, and how many rows each group has. */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record Grouping(int[] group, int[] count) {

  public static Grouping of(int[] ids) {
    Map<Integer, Integer> numbers = new HashMap<>();
    int[] group = new int[ids.length];
    for (int i = 0; i < ids.length; i++) {
      group[i] = numbers.computeIfAbsent(ids[i], id -> numbers.size());
    }
    int[] count = new int[numbers.size()];
    for (int g : group) {
      count[g]++;
    }
    return new Grouping(group, count);
  }

  static Grouping ofLongs(long[] ids) {
    Map<Long, Integer> numbers = new HashMap<>();
    return of(
        Arrays.stream(ids)
            .mapToInt(id -> numbers.computeIfAbsent(id, next -> numbers.size()))
            .toArray());
  }

  public int groups() {
    return count.length;
  }

  /** Whether a row shares its group with another. */
  public boolean isShared(int row) {
    return count[group[row]] > 1;
  }

  /** By how much a row's squared distance from its group's mean is too small for a variance. */
  public double unbias(int row) {
    double c = count[group[row]];
    return c / (c - 1);
  }

  public Matrix means(Matrix values) {
    Matrix means = Matrix.zeros(groups(), values.cols());
    for (int i = 0; i < values.rows(); i++) {
      for (int c = 0; c < values.cols(); c++) {
        double share = values.get(i, c) / count[group[i]];
        means.set(group[i], c, means.get(group[i], c) + share);
      }
    }
    return means;
  }

  /** By how much each row differs from the mean of its group. */
  Matrix deviations(Matrix values) {
    Matrix means = means(values);
    Matrix deviations = values.copy();
    for (int i = 0; i < values.rows(); i++) {
      for (int c = 0; c < values.cols(); c++) {
        deviations.set(i, c, values.get(i, c) - means.get(group[i], c));
      }
    }
    return deviations;
  }
}
