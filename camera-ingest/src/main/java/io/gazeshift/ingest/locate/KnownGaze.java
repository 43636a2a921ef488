package io.gazeshift.ingest.locate;

import io.gazeshift.protocol.Gaze;
import java.util.Optional;

/**
 * Where the faces of the frame read last really look, in camera axes. Only a camera that draws its
 * frames knows.
 */
public interface KnownGaze {

  /** What an ordinary camera knows. */
  KnownGaze NONE = face -> Optional.empty();

  Optional<Gaze> of(LocatedFace face);
}
