package io.gazeshift.adaptation.shadow;

/**
 * What is asked of a candidate that predicts beside the active head.
 *
 * @param samples faces it predicts before it is judged
 * @param maxDifferenceDeg how far it may be from the active head on average
 * @param leastCorrelation how well pitch and yaw must go along with it
 */
public record ShadowSettings(
    int samples, Steadiness steadiness, double maxDifferenceDeg, double leastCorrelation) {

  public ShadowSettings {
    if (samples < 1) {
      throw new IllegalArgumentException("a trial needs a face, not " + samples);
    }
  }

  /** The usual bounds of agreement. */
  public static ShadowSettings of(int samples, Steadiness steadiness) {
    return new ShadowSettings(samples, steadiness, 15, 0.5);
  }
}
