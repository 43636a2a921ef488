package io.gazeshift.daemon.cli.demo;

import io.gazeshift.daemon.live.ReignView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Whether the demo showed what it is there to show: in every domain the last head errs by at least
 * a quarter less than the source head on the same faces, and less than each control.
 */
final class DemoCheck {

  private static final double LEAST_REDUCTION = 0.25;

  private final Map<String, ReignView> last = new LinkedHashMap<>();

  /**
   * @param domains those of the cameras: one that was never seen has shown nothing
   * @param reigns of all domains, each domain's oldest first
   */
  DemoCheck(List<String> domains, List<ReignView> reigns) {
    domains.forEach(domain -> last.put(domain, null));
    reigns.forEach(reign -> last.put(reign.domain(), reign));
  }

  boolean isPassed() {
    return last.values().stream().allMatch(reign -> shortcomings(reign).isEmpty());
  }

  /** A sentence for each domain. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    last.forEach(
        (domain, reign) -> {
          List<String> lacks = shortcomings(reign);
          sentences.add(
              lacks.isEmpty()
                  ? "check: %s passes.".formatted(domain)
                  : "check: %s FAILS: %s.".formatted(domain, String.join(", ", lacks)));
        });
    return sentences;
  }

  private static List<String> shortcomings(ReignView reign) {
    if (reign == null) {
      return List.of("no face of known gaze was predicted");
    }
    if (reign.version() == 0) {
      return List.of("no head was adapted");
    }
    List<String> lacks = new ArrayList<>();
    // Written so that NaN fails.
    if (!(reign.reduction() >= LEAST_REDUCTION)) {
      lacks.add(
          String.format(
              Locale.ROOT,
              "%.1f %% below the source head, %.0f %% are asked for",
              100 * reign.reduction(),
              100 * LEAST_REDUCTION));
    }
    require(lacks, reign, "the shrinkage control", OptionalDouble.of(reign.shrunkDegrees()));
    require(lacks, reign, "the prior alone", reign.priorDegrees());
    require(lacks, reign, "the source head with an offset", reign.offsetDegrees());
    return lacks;
  }

  private static void require(
      List<String> lacks, ReignView reign, String control, OptionalDouble degrees) {
    if (degrees.isPresent() && !(reign.degrees() < degrees.getAsDouble())) {
      lacks.add("not below " + control);
    }
  }
}
