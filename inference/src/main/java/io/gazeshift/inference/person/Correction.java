package io.gazeshift.inference.person;

import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.PersonOffset;

/**
 * What is added to a head's angles for one person.
 *
 * @param offset in the axes of the virtual camera
 * @param remaining standard deviation of what is left of the person's error
 */
record Correction(PitchYaw offset, PitchYaw remaining) {

  /**
   * Shrinks what is missing by how far it is trusted.
   *
   * @param missing from the head's angles, as far as was seen
   * @param trust how much of it is the head's error for this person, between 0 and 1
   * @param mostSds however sure, it is not larger than so many standard deviations between people
   */
  static Correction of(PitchYaw missing, PitchYaw trust, HeadAccuracy known, double mostSds) {
    return new Correction(
        new PitchYaw(
            bounded(trust.pitch() * missing.pitch(), mostSds * known.personPitchRad()),
            bounded(trust.yaw() * missing.yaw(), mostSds * known.personYawRad())),
        new PitchYaw(
            known.personPitchRad() * Math.sqrt(1 - trust.pitch()),
            known.personYawRad() * Math.sqrt(1 - trust.yaw())));
  }

  private static double bounded(double value, double bound) {
    return Math.max(-bound, Math.min(bound, value));
  }

  /** As it is told with a prediction, but for what it was estimated from. */
  PersonOffset.Builder toMessage(Gaze predicted, Rotation cameraToVirtual) {
    Gaze corrected =
        new Gaze(predicted.pitchRad() + offset.pitch(), predicted.yawRad() + offset.yaw());
    return PersonOffset.newBuilder()
        .setOffset(offset.toMessage())
        .setRemaining(remaining.toMessage())
        .setCamera(corrected.rotatedBy(cameraToVirtual.inverse()).toMessage());
  }
}
