package io.gazeshift.targets.event;

import io.gazeshift.protocol.Gaze;

/**
 * Something that happened to one face. Kind and start identify it among the events of the face, and
 * the rule of an alert.
 */
public sealed interface GazeEvent {

  long startMicros();

  /** The first frame of a face. */
  record FaceFound(long startMicros) implements GazeEvent {}

  /** The last frame before the face was gone. */
  record FaceLost(long startMicros) implements GazeEvent {}

  /**
   * The eyes closed and opened again.
   *
   * @param leastOpenness of its frames, as a share of the open eye's
   */
  record Blink(long startMicros, long endMicros, double leastOpenness) implements GazeEvent {}

  /**
   * The gaze stayed in one place.
   *
   * @param centroid the mean direction
   * @param dispersionRad root mean square of the angle to it
   */
  record Fixation(long startMicros, long endMicros, Gaze centroid, double dispersionRad, int frames)
      implements GazeEvent {}

  /**
   * A look at a target. As ISO 15007 defines the duration of a glance, it includes the transition
   * towards the target: it begins when the gaze leaves what was looked at before.
   *
   * @param arrivedMicros the first frame on the target; until then the gaze was in transition
   */
  record TargetGlance(long startMicros, long arrivedMicros, long endMicros, String target)
      implements GazeEvent {}

  /** The gaze left all targets. */
  record GazeOff(long startMicros) implements GazeEvent {}

  /** The gaze came back to a target. */
  record GazeOn(long startMicros) implements GazeEvent {}

  /**
   * A rule for drivers is broken.
   *
   * @param startMicros when that began which broke it, such as a look away from the road
   * @param endMicros the frame that shows it
   * @param value what was measured, in the unit of the bound: seconds, or a share of time
   */
  record Alert(long startMicros, long endMicros, String rule, double value, double bound)
      implements GazeEvent {}
}
