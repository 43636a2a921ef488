package io.gazeshift.adaptation.run;

import io.gazeshift.protocol.Rotation;
import java.util.List;

/** Looks up what is known about a domain. */
public interface KnowledgeSource {

  /** Knows nothing about any domain. */
  KnowledgeSource UNKNOWN = (domain, cameraToVirtual) -> DomainKnowledge.UNKNOWN;

  /**
   * Called before each run, on one thread.
   *
   * @param cameraToVirtual for each frame, the rotation from the camera to the virtual camera
   */
  DomainKnowledge of(String domain, List<Rotation> cameraToVirtual);
}
