package io.gazeshift.targets.score;

import io.gazeshift.targets.event.GazeEvent.TargetGlance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Compares glances that were told with the true ones. A true glance is found by one at the same
 * target that overlaps it in time; each finds one at most, and those that overlap longest come
 * first. Not thread-safe.
 */
public final class GlanceMatches {

  private int truths;
  private int found;
  private int spurious;
  private final List<Double> offMillis = new ArrayList<>();

  private record Match(TargetGlance truth, TargetGlance said, long overlapMicros) {}

  /** All glances of one face. */
  public void add(List<TargetGlance> truly, List<TargetGlance> said) {
    List<Match> possible = new ArrayList<>();
    for (TargetGlance truth : truly) {
      for (TargetGlance each : said) {
        long overlap = overlapMicros(truth, each);
        if (overlap >= 0 && truth.target().equals(each.target())) {
          possible.add(new Match(truth, each, overlap));
        }
      }
    }
    possible.sort(Comparator.comparingLong(Match::overlapMicros).reversed());
    Set<TargetGlance> foundTruths = new HashSet<>();
    Set<TargetGlance> finders = new HashSet<>();
    for (Match match : possible) {
      if (!foundTruths.contains(match.truth()) && finders.add(match.said())) {
        foundTruths.add(match.truth());
        offMillis.add(Math.abs(match.said().startMicros() - match.truth().startMicros()) / 1000.0);
      }
    }
    truths += truly.size();
    found += foundTruths.size();
    spurious += said.size() - finders.size();
  }

  public GlanceScore score() {
    return new GlanceScore(truths, found, spurious, median());
  }

  /** While both were on the target; below 0 where they do not touch. */
  private static long overlapMicros(TargetGlance one, TargetGlance other) {
    return Math.min(one.endMicros(), other.endMicros())
        - Math.max(one.arrivedMicros(), other.arrivedMicros());
  }

  private OptionalDouble median() {
    if (offMillis.isEmpty()) {
      return OptionalDouble.empty();
    }
    List<Double> sorted = offMillis.stream().sorted().toList();
    double lower = sorted.get((sorted.size() - 1) / 2);
    double upper = sorted.get(sorted.size() / 2);
    return OptionalDouble.of((lower + upper) / 2);
  }
}
