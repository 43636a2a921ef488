package io.gazeshift.inference.person;

import io.gazeshift.inference.heads.VersionedHead;
import java.util.List;
import java.util.Optional;

/**
 * One face while it is followed: since when, and what its fixations and glances say about the
 * person behind it. Not thread-safe.
 */
final class FollowedFace {

  /** A face that was away for longer may be another person's. */
  private static final long SAME_PERSON_MICROS = 2_000_000;

  /** Faces that are predicted again are younger than that; beyond it, a clock was set back. */
  private static final long REPLAY_MICROS = 60_000_000;

  private final long beganMicros;
  private long seenMicros;
  private Optional<PersonTrack> fixations = Optional.empty();
  private List<TrackGlance> glances = List.of();
  private long glancesVersion;
  private Optional<GlanceEstimate> byGlances = Optional.empty();

  FollowedFace(long captureMicros) {
    this.beganMicros = captureMicros;
    this.seenMicros = captureMicros;
  }

  /** Whether a face captured then is still the same person's. */
  boolean continuesAt(long captureMicros) {
    long after = captureMicros - seenMicros;
    return after <= SAME_PERSON_MICROS && after >= -REPLAY_MICROS;
  }

  void seen(long captureMicros) {
    seenMicros = captureMicros;
  }

  /** What was learned from this head's predictions: another head has other errors. */
  PersonTrack fixations(long headVersion) {
    PersonTrack own =
        fixations
            .filter(track -> track.isOf(headVersion))
            .orElseGet(() -> new PersonTrack(headVersion));
    fixations = Optional.of(own);
    return own;
  }

  /** The fixations may be predicted again. Glances are not counted twice, so they stay. */
  void forgetFixations() {
    fixations = Optional.empty();
  }

  /**
   * What the glances of this face say about a head. Those from before it was followed may be
   * another person's, and so may those from its future: a clock was set back since.
   *
   * @param ofTrack the same list while nothing changes
   */
  @SuppressWarnings("ReferenceEquality") // By the list itself is seen whether it was replaced.
  Optional<GlanceEstimate> byGlances(List<TrackGlance> ofTrack, VersionedHead head) {
    if (ofTrack != glances || head.version() != glancesVersion) {
      glances = ofTrack;
      glancesVersion = head.version();
      List<TrackGlance> own =
          ofTrack.stream()
              .filter(
                  glance ->
                      glance.firstMicros() >= beganMicros && glance.firstMicros() <= seenMicros)
              .toList();
      byGlances =
          own.isEmpty() ? Optional.empty() : Optional.of(GlanceEstimate.of(own, head.head()));
    }
    return byGlances;
  }
}
