package io.gazeshift.targets.score;

import io.gazeshift.targets.shape.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts true and said targets. Not thread-safe. */
public final class ConfusionCounts {

  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> indexes = new HashMap<>();
  private final long[][] counts;

  /** For these targets, and {@link Target#ELSEWHERE} after them. */
  public ConfusionCounts(List<Target> targets) {
    targets.forEach(target -> names.add(target.name()));
    names.add(Target.ELSEWHERE);
    names.forEach(name -> indexes.put(name, indexes.size()));
    counts = new long[names.size()][names.size()];
  }

  /** One face; a name of other targets, as after a change of the configuration, does not count. */
  public void add(String truth, String said) {
    Integer row = indexes.get(truth);
    Integer column = indexes.get(said);
    if (row != null && column != null) {
      counts[row][column]++;
    }
  }

  public ConfusionMatrix matrix() {
    return new ConfusionMatrix(
        names, Arrays.stream(counts).map(row -> Arrays.stream(row).boxed().toList()).toList());
  }
}
