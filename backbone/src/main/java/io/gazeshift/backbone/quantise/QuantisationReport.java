package io.gazeshift.backbone.quantise;

/**
 * What came of quantising a backbone.
 *
 * @param layers how many layers have weights, and how many of them now multiply bytes
 * @param bytesBefore the size of the network's file
 */
public record QuantisationReport(
    int layers,
    int quantisedLayers,
    long bytesBefore,
    long bytesAfter,
    GazeChange change,
    Speed speed) {

  /** The median time of a pass, before and after. */
  public record Speed(int batch, double millisBefore, double millisAfter) {

    public double ratio() {
      return millisBefore / millisAfter;
    }
  }
}
