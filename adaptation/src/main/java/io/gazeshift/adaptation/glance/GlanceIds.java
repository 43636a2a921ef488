package io.gazeshift.adaptation.glance;

import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Names for new glances of a domain. A name decides on which {@link GlanceSide} a glance is; this
 * draws names until one is on the side that has fewer, so that of twenty glances ten can judge. For
 * one thread.
 */
public final class GlanceIds implements Supplier<String> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

  private final String domain;
  private final InstantSource clock;
  private final RandomGenerator random;
  private long teaching;
  private long judging;

  /**
   * @param present names of the glances that the domain has already
   */
  public GlanceIds(
      String domain, List<String> present, InstantSource clock, RandomGenerator random) {
    this.domain = domain;
    this.clock = clock;
    this.random = random;
    this.teaching =
        present.stream().filter(id -> GlanceSide.of(domain, id) == GlanceSide.TEACHES).count();
    this.judging = present.size() - teaching;
  }

  @Override
  public String get() {
    GlanceSide wanted = teaching < judging ? GlanceSide.TEACHES : GlanceSide.JUDGES;
    String id = drawn();
    while (GlanceSide.of(domain, id) != wanted) {
      id = drawn();
    }
    if (wanted == GlanceSide.TEACHES) {
      teaching++;
    } else {
      judging++;
    }
    return id;
  }

  private String drawn() {
    return "%s-%04x".formatted(TIME.format(clock.instant()), random.nextInt(1 << 16));
  }
}
