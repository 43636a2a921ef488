package io.gazeshift.ingest.locate.mesh;

/** What one locator computes with: fit for pictures of any camera, used by one at a time. */
record Networks(FaceDetector detector, FaceMesh mesh) implements AutoCloseable {

  @Override
  public void close() {
    try (detector) {
      mesh.close();
    }
  }
}
