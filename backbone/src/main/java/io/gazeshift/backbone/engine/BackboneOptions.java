package io.gazeshift.backbone.engine;

/**
 * How a backbone is run: {@code auto}, {@code cpu} or {@code cuda:N}, and how many threads share
 * one network pass on the CPU (0: as many as there are cores).
 */
public record BackboneOptions(String device, int threads) {

  public static final BackboneOptions DEFAULT = new BackboneOptions("auto", 0);

  public BackboneOptions {
    if (threads < 0) {
      throw new IllegalArgumentException(
          "the number of threads must be 1 or more, or 0 for all cores, got " + threads);
    }
  }
}
