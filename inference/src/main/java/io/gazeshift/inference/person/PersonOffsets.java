package io.gazeshift.inference.person;

import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.PersonOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Estimates what a model is off for each person: by the glances of the face, or else by the mean of
 * its fixations against where the domain's people are expected to look; shrunken by how little is
 * known. Nothing known, no offset.
 *
 * <p>The state is in memory alone: after a restart every track begins without an offset. The tracks
 * are bounded; the one that was seen least lately goes first. Not thread-safe.
 */
public final class PersonOffsets {

  /** More faces than an inference process follows at a time. */
  static final int MOST_TRACKS = 4096;

  /** Predictions from worse faces say nothing about the person. */
  private static final float LEAST_QUALITY = 0.5f;

  /** However sure, fixations move no gaze by more standard deviations between people. */
  private static final double MOST_SDS = 2;

  private final ExpectedGaze expected;
  private final TrackGlances glances;
  private final Optional<HeadAccuracy> accuracy;
  private final Map<FaceTrack, FollowedFace> faces = new LeastRecentlySeen();

  /**
   * For heads of this accuracy.
   *
   * @param glances may change while faces are predicted
   * @param accuracy without it nothing is known of how people differ, and there are no offsets
   */
  public PersonOffsets(
      ExpectedGaze expected, TrackGlances glances, Optional<HeadAccuracy> accuracy) {
    this.expected = expected;
    this.glances = glances;
    this.accuracy = accuracy;
  }

  /** No offset for any face. */
  public static PersonOffsets off() {
    return new PersonOffsets(ExpectedGaze.UNKNOWN, TrackGlances.none(), Optional.empty());
  }

  /**
   * The offset of a face by its glances, or else by the fixations before it; then learns from the
   * face.
   *
   * @param predicted by the head, in the axes of the virtual camera
   */
  public Optional<PersonOffset> next(FaceFrame face, Gaze predicted, VersionedHead head) {
    return accuracy.flatMap(known -> next(face, predicted, head, known));
  }

  private Optional<PersonOffset> next(
      FaceFrame face, Gaze predicted, VersionedHead head, HeadAccuracy known) {
    FaceIdentity identity = face.getIdentity();
    Rotation cameraToVirtual = Rotation.ofRows(face.getNormalisationRotationList());
    FaceTrack track = FaceTrack.of(identity);
    FollowedFace followed = followed(track, identity.getCaptureMicros());
    PersonTrack fixations = followed.fixations(head.version());
    Optional<PersonOffset> offset =
        followed
            .byGlances(glances.of(track), head)
            .map(
                estimate ->
                    estimate
                        .correction(known)
                        .toMessage(predicted, cameraToVirtual)
                        .setGlances(estimate.glances())
                        .build())
            .or(
                () ->
                    byFixations(fixations, known)
                        .map(
                            correction ->
                                correction
                                    .toMessage(predicted, cameraToVirtual)
                                    .setFixations(fixations.count())
                                    .build()));
    if (face.getQuality().getOverall() >= LEAST_QUALITY) {
      expected
          .of(identity.getDomain(), cameraToVirtual)
          .ifPresent(moments -> fixations.add(predicted, identity.getCaptureMicros(), moments));
    }
    return offset;
  }

  private FollowedFace followed(FaceTrack track, long captureMicros) {
    FollowedFace face = faces.get(track);
    if (face == null || !face.continuesAt(captureMicros)) {
      face = new FollowedFace(captureMicros);
      faces.put(track, face);
    }
    face.seen(captureMicros);
    return face;
  }

  private static Optional<Correction> byFixations(PersonTrack fixations, HeadAccuracy known) {
    if (fixations.count() == 0) {
      return Optional.empty();
    }
    AxisEstimate pitch = fixations.pitch();
    AxisEstimate yaw = fixations.yaw();
    PitchYaw noise = noise(known);
    PitchYaw trust =
        new PitchYaw(
            pitch.trust(known.personPitchRad(), noise.pitch()),
            yaw.trust(known.personYawRad(), noise.yaw()));
    return Optional.of(
        Correction.of(new PitchYaw(-pitch.mean(), -yaw.mean()), trust, known, MOST_SDS));
  }

  /** What is left of a model's error without the bias between people. */
  static PitchYaw noise(HeadAccuracy known) {
    return new PitchYaw(
        left(known.pitchRad(), known.personPitchRad()), left(known.yawRad(), known.personYawRad()));
  }

  private static double left(double all, double person) {
    return Math.sqrt(Math.max(0, all * all - person * person));
  }

  /**
   * Forgets every fixation, before faces that may have been predicted already. Who is followed
   * since when stays: otherwise a broker that is away for a moment would cost people their glances.
   */
  public void forget() {
    faces.values().forEach(FollowedFace::forgetFixations);
  }

  int tracks() {
    return faces.size();
  }

  /** Drops what was used least lately. */
  private static final class LeastRecentlySeen extends LinkedHashMap<FaceTrack, FollowedFace> {

    private static final long serialVersionUID = 1;

    LeastRecentlySeen() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<FaceTrack, FollowedFace> eldest) {
      return size() > MOST_TRACKS;
    }
  }
}
