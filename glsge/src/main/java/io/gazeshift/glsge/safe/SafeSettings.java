package io.gazeshift.glsge.safe;

/**
 * What a safe adaptation depends on besides its data.
 *
 * @param gate predictions keep their spread unless the variance of the target's gaze is below this
 *     share of the source's on both axes: less narrow ones may be the fault of the head
 * @param effectiveSamples a distribution is widened until it leaves that many labelled samples
 * @param seed equal seeds and equal data give equal heads on one device
 * @param device {@code auto}, {@code cpu} or {@code cuda:N}
 */
public record SafeSettings(double gate, double effectiveSamples, long seed, String device) {

  public static final SafeSettings DEFAULT = new SafeSettings(0.50, 200, 1, "auto");

  public SafeSettings {
    if (!(gate >= 0) || !(effectiveSamples >= 1)) {
      throw new IllegalArgumentException(
          "the gate must be 0 or more and the effective samples at least 1, got %s and %s"
              .formatted(gate, effectiveSamples));
    }
  }

  public SafeSettings withSeed(long newSeed) {
    return new SafeSettings(gate, effectiveSamples, newSeed, device);
  }

  public SafeSettings withDevice(String newDevice) {
    return new SafeSettings(gate, effectiveSamples, seed, newDevice);
  }
}
