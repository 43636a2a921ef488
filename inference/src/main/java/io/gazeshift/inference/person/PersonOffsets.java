package io.gazeshift.inference.person;

import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.PersonOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Estimates what a model is off for each person, by the mean of the person's fixations against
 * where the domain's people are expected to look, shrunken by how little is known. Nothing known,
 * no offset.
 *
 * <p>The state is a function of the faces of a track since {@link #forget}, in their order. It is
 * in memory alone: after a restart every track begins without an offset. The tracks are bounded;
 * the one that was seen least lately goes first. Not thread-safe.
 */
public final class PersonOffsets {

  /** More faces than an inference process follows at a time. */
  static final int MOST_TRACKS = 4096;

  /** Predictions from worse faces say nothing about the person. */
  private static final float LEAST_QUALITY = 0.5f;

  /** However sure, no offset is larger than so many standard deviations between people. */
  private static final double MOST_SDS = 2;

  private record Track(String camera, long captureSession, int faceIndex) {}

  private final ExpectedGaze expected;
  private final Optional<HeadAccuracy> accuracy;
  private final Map<Track, PersonTrack> tracks = new LeastRecentlySeen();

  /**
   * For heads of this accuracy.
   *
   * @param accuracy without it nothing is known of how people differ, and there are no offsets
   */
  public PersonOffsets(ExpectedGaze expected, Optional<HeadAccuracy> accuracy) {
    this.expected = expected;
    this.accuracy = accuracy;
  }

  /** No offset for any face. */
  public static PersonOffsets off() {
    return new PersonOffsets(ExpectedGaze.UNKNOWN, Optional.empty());
  }

  /**
   * The offset of a face by the fixations before it; then learns from the face.
   *
   * @param predicted by the head, in the axes of the virtual camera
   */
  public Optional<PersonOffset> next(FaceFrame face, Gaze predicted, long headVersion) {
    return accuracy.flatMap(known -> next(face, predicted, headVersion, known));
  }

  private Optional<PersonOffset> next(
      FaceFrame face, Gaze predicted, long headVersion, HeadAccuracy known) {
    FaceIdentity identity = face.getIdentity();
    Rotation cameraToVirtual = Rotation.ofRows(face.getNormalisationRotationList());
    Optional<ExpectedGaze.Moments> moments = expected.of(identity.getDomain(), cameraToVirtual);
    if (moments.isEmpty()) {
      return Optional.empty();
    }
    PersonTrack track = track(identity, headVersion);
    Optional<PersonOffset> offset =
        track.fixations() == 0
            ? Optional.empty()
            : Optional.of(offset(track, known, predicted, cameraToVirtual));
    if (face.getQuality().getOverall() >= LEAST_QUALITY) {
      track.add(predicted, identity.getCaptureMicros(), moments.get());
    } else {
      track.seen(identity.getCaptureMicros());
    }
    return offset;
  }

  private PersonTrack track(FaceIdentity identity, long headVersion) {
    Track key =
        new Track(identity.getCamera(), identity.getCaptureSession(), identity.getFaceIndex());
    PersonTrack track = tracks.get(key);
    if (track == null || !track.continues(headVersion, identity.getCaptureMicros())) {
      track = new PersonTrack(headVersion, identity.getCaptureMicros());
      tracks.put(key, track);
    }
    return track;
  }

  private static PersonOffset offset(
      PersonTrack track, HeadAccuracy known, Gaze predicted, Rotation cameraToVirtual) {
    double pitchTrust =
        track
            .pitch()
            .trust(known.personPitchRad(), noise(known.pitchRad(), known.personPitchRad()));
    double yawTrust =
        track.yaw().trust(known.personYawRad(), noise(known.yawRad(), known.personYawRad()));
    PitchYaw offset =
        new PitchYaw(
            bounded(-pitchTrust * track.pitch().mean(), MOST_SDS * known.personPitchRad()),
            bounded(-yawTrust * track.yaw().mean(), MOST_SDS * known.personYawRad()));
    PitchYaw remaining =
        new PitchYaw(
            known.personPitchRad() * Math.sqrt(1 - pitchTrust),
            known.personYawRad() * Math.sqrt(1 - yawTrust));
    Gaze corrected =
        new Gaze(predicted.pitchRad() + offset.pitch(), predicted.yawRad() + offset.yaw());
    return PersonOffset.newBuilder()
        .setOffset(offset.toMessage())
        .setRemaining(remaining.toMessage())
        .setCamera(corrected.rotatedBy(cameraToVirtual.inverse()).toMessage())
        .setFixations(track.fixations())
        .build();
  }

  /** What is left of a model's error without the bias between people. */
  private static double noise(double all, double person) {
    return Math.sqrt(Math.max(0, all * all - person * person));
  }

  private static double bounded(double value, double bound) {
    return Math.max(-bound, Math.min(bound, value));
  }

  /** Begins anew for every face, as after a restart. */
  public void forget() {
    tracks.clear();
  }

  int tracks() {
    return tracks.size();
  }

  /** Drops what was used least lately. */
  private static final class LeastRecentlySeen extends LinkedHashMap<Track, PersonTrack> {

    private static final long serialVersionUID = 1;

    LeastRecentlySeen() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Track, PersonTrack> eldest) {
      return size() > MOST_TRACKS;
    }
  }
}
