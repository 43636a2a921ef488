package io.gazeshift.ingest;

import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.KnownGaze;
import io.gazeshift.ingest.source.FrameSource;

/** A camera that delivers, what finds the faces in its frames and what it knows. Owns them. */
public record OpenCamera(FrameSource source, FaceLocator locator, KnownGaze known)
    implements AutoCloseable {

  /** A camera that does not know where people look. */
  public OpenCamera(FrameSource source, FaceLocator locator) {
    this(source, locator, KnownGaze.NONE);
  }

  @Override
  public void close() {
    try (source) {
      locator.close();
    }
  }
}
