package io.gazeshift.daemon.cli.demo;

import io.gazeshift.daemon.live.ActivePeriodView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Checks the demo's result: in every domain the last head's error is at least a quarter below the
 * source head's on the same faces, and below each control's.
 */
final class DemoCheck {

  private static final double LEAST_REDUCTION = 0.25;

  private final Map<String, ActivePeriodView> last = new LinkedHashMap<>();

  /**
   * @param domains the cameras' domains; one without predictions fails
   * @param periods of all domains, each domain's oldest first
   */
  DemoCheck(List<String> domains, List<ActivePeriodView> periods) {
    domains.forEach(domain -> last.put(domain, null));
    periods.forEach(period -> last.put(period.domain(), period));
  }

  boolean isPassed() {
    return last.values().stream().allMatch(period -> shortcomings(period).isEmpty());
  }

  /** A sentence for each domain. */
  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    last.forEach(
        (domain, period) -> {
          List<String> lacks = shortcomings(period);
          sentences.add(
              lacks.isEmpty()
                  ? "check: %s passes.".formatted(domain)
                  : "check: %s FAILS: %s.".formatted(domain, String.join(", ", lacks)));
        });
    return sentences;
  }

  private static List<String> shortcomings(ActivePeriodView period) {
    if (period == null) {
      return List.of("no face with a known gaze was predicted");
    }
    if (period.version() == 0) {
      return List.of("no head was adapted");
    }
    List<String> lacks = new ArrayList<>();
    // Written so that NaN fails.
    if (!(period.reduction() >= LEAST_REDUCTION)) {
      lacks.add(
          String.format(
              Locale.ROOT,
              "error is %.1f %% below the source head's, required are %.0f %%",
              100 * period.reduction(),
              100 * LEAST_REDUCTION));
    }
    require(lacks, period, "the shrinkage control", OptionalDouble.of(period.shrunkDegrees()));
    require(lacks, period, "the prior alone", period.priorDegrees());
    require(lacks, period, "the source head with an offset", period.offsetDegrees());
    return lacks;
  }

  private static void require(
      List<String> lacks, ActivePeriodView period, String control, OptionalDouble degrees) {
    if (degrees.isPresent() && !(period.degrees() < degrees.getAsDouble())) {
      lacks.add("not below " + control);
    }
  }
}
