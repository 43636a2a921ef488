package io.gazeshift.benchmarks.scenario;

/**
 * What one picture owes to light, camera and head rather than to the person's gaze.
 *
 * @param lightX slope of the light to the right
 * @param lightY slope of the light downwards
 * @param jitterX by how much each crop is misplaced, in pixels
 * @param zoom by how much the crops are too large, 1 where they are right
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
record ScenarioFrame(
    double lightX,
    double lightY,
    double gamma,
    double blur,
    double noise,
    double headYawRad,
    double headPitchRad,
    double open,
    double[] jitterX,
    double[] jitterY,
    double zoom) {

  /** The same through faulty optics. */
  ScenarioFrame seen(double newOpen, double newZoom, double right, double down) {
    return new ScenarioFrame(
        lightX,
        lightY,
        gamma,
        blur,
        noise,
        headYawRad,
        headPitchRad,
        newOpen,
        moved(jitterX, right),
        moved(jitterY, down),
        newZoom);
  }

  private static double[] moved(double[] places, double by) {
    return new double[] {places[0] + by, places[1] + by};
  }
}
