package io.gazeshift.inference.person;

import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.glsge.head.Head;
import java.util.List;

/**
 * A person's bias by glances: the median, over the glances, of what was missing from the head's
 * angles. Immutable.
 *
 * @param glances how many there were
 * @param missing from the head's angles
 */
record GlanceEstimate(int glances, PitchYaw missing) {

  /** The variance of a median of so many normal errors, against that of their mean. */
  private static final double MEDIAN = Math.PI / 2;

  /** A wrong look must not count without a bound, but known points are believed further. */
  private static final double MOST_SDS = 3;

  /** From at least one glance. */
  static GlanceEstimate of(List<TrackGlance> glances, Head head) {
    List<PitchYaw> missing = glances.stream().map(glance -> glance.missing(head)).toList();
    return new GlanceEstimate(
        missing.size(),
        new PitchYaw(
            TrackGlance.median(missing.stream().mapToDouble(PitchYaw::pitch).toArray()),
            TrackGlance.median(missing.stream().mapToDouble(PitchYaw::yaw).toArray())));
  }

  /** Shrunken by how much the head errs from look to look of one person. */
  Correction correction(HeadAccuracy known) {
    PitchYaw noise = PersonOffsets.noise(known);
    PitchYaw trust =
        new PitchYaw(
            trust(known.personPitchRad(), noise.pitch()), trust(known.personYawRad(), noise.yaw()));
    return Correction.of(missing, trust, known, MOST_SDS);
  }

  private double trust(double biasSd, double noiseSd) {
    double bias = biasSd * biasSd;
    if (!(bias > 0)) {
      return 0;
    }
    // A median of one or two is a mean.
    double factor = glances > 2 ? MEDIAN : 1;
    return bias / (bias + factor * noiseSd * noiseSd / glances);
  }
}
