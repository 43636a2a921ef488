package io.gazeshift.inference.person;

import io.gazeshift.protocol.Rotation;
import java.util.Optional;

/** Where the people of a domain look, as far as it is known without their predictions. */
@FunctionalInterface
public interface ExpectedGaze {

  /** Nothing is known of any domain. */
  ExpectedGaze UNKNOWN = (domain, cameraToVirtual) -> Optional.empty();

  /** In the axes of the virtual camera that sees a face. */
  Optional<Moments> of(String domain, Rotation cameraToVirtual);

  /**
   * Mean and standard deviation of the gaze of one person over time, in radians.
   *
   * @param mean pitch and yaw
   * @param spread of pitch and yaw
   */
  record Moments(PitchYaw mean, PitchYaw spread) {}
}
