package io.gazeshift.adaptation.run;

import io.gazeshift.protocol.Rotation;
import java.util.List;

/** Knows places by their domains. */
public interface Places {

  /** Where nothing is known of any. */
  Places UNKNOWN = (domain, cameraToVirtual) -> Place.UNKNOWN;

  /**
   * The place of a domain; asked before each run, by one thread.
   *
   * @param cameraToVirtual how the camera of each frame was turned to the face
   */
  Place of(String domain, List<Rotation> cameraToVirtual);
}
