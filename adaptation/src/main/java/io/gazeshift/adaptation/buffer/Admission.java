package io.gazeshift.adaptation.buffer;

import com.google.protobuf.ByteString;
import io.gazeshift.protocol.v1.FeatureSample;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Decides which faces may teach the model: those of the present backbone that are sharp, well lit,
 * open-eyed and recent.
 */
public final class Admission {

  /** Clocks of cameras and of this machine may differ by that much. */
  private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(1);

  /** In 2262: Java counts no nanoseconds beyond, and no clock that is right says so. */
  private static final Instant LATEST = Instant.EPOCH.plusNanos(Long.MAX_VALUE);

  private static final int EXPONENT_OF_INFINITY = 0x7c00;

  /**
   * What is asked of a face.
   *
   * @param leastQuality from 0 to 1
   * @param leastOpenness of the less open eye, from 0 to 1
   */
  public record Rules(double leastQuality, double leastOpenness, Duration maxAge) {}

  private final Rules rules;
  private final String fingerprint;
  private final int featureSize;

  /**
   * @param fingerprint of the backbone whose features are wanted
   * @param featureSize how many it gives
   */
  public Admission(Rules rules, String fingerprint, int featureSize) {
    this.rules = rules;
    this.fingerprint = fingerprint;
    this.featureSize = featureSize;
  }

  /**
   * Why this face is not admitted; empty if it is.
   *
   * @param written when its record was, so that a later replay decides the same
   */
  public Optional<SampleRejection> rejection(FeatureSample sample, Instant written) {
    if (!sample.getBackboneFingerprint().equals(fingerprint)) {
      return Optional.of(SampleRejection.OTHER_BACKBONE);
    }
    if (sample.getFeatureFp16().size() != featureSize * Short.BYTES) {
      return Optional.of(SampleRejection.WRONG_LENGTH);
    }
    Duration age = Duration.between(captured(sample), written);
    if (written.isAfter(LATEST) || age.compareTo(CLOCK_DIFFERENCE.negated()) < 0) {
      return Optional.of(SampleRejection.FROM_THE_FUTURE);
    }
    if (age.compareTo(rules.maxAge) > 0) {
      return Optional.of(SampleRejection.TOO_OLD);
    }
    // Written so that NaN is rejected.
    if (!(sample.getQuality().getEyeOpenness() >= rules.leastOpenness)) {
      return Optional.of(SampleRejection.EYES_CLOSED);
    }
    if (!(sample.getQuality().getOverall() >= rules.leastQuality)) {
      return Optional.of(SampleRejection.QUALITY);
    }
    return isFinite(sample) ? Optional.empty() : Optional.of(SampleRejection.NOT_FINITE);
  }

  private static boolean isFinite(FeatureSample sample) {
    ByteString halves = sample.getFeatureFp16();
    for (int i = 1; i < halves.size(); i += Short.BYTES) {
      // The upper byte of a little-endian half holds the whole exponent.
      if ((halves.byteAt(i) << 8 & EXPONENT_OF_INFINITY) == EXPONENT_OF_INFINITY) {
        return false;
      }
    }
    return Double.isFinite(sample.getPrediction().getPitch())
        && Double.isFinite(sample.getPrediction().getYaw());
  }

  /** Any number there may be is an instant. */
  private static Instant captured(FeatureSample sample) {
    return Instant.EPOCH.plus(sample.getIdentity().getCaptureMicros(), ChronoUnit.MICROS);
  }
}
