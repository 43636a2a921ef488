package io.gazeshift.ingest;

import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.source.FrameSource;

/** A camera that delivers, and what finds the faces in its frames. Owns both. */
public record OpenCamera(FrameSource source, FaceLocator locator) implements AutoCloseable {

  @Override
  public void close() {
    try (source) {
      locator.close();
    }
  }
}
