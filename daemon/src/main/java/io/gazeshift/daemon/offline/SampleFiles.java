package io.gazeshift.daemon.offline;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.Safetensors;
import io.gazeshift.glsge.data.SafetensorsException;
import io.gazeshift.glsge.data.SafetensorsException.Reason;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Reads banks, targets, truths and heads; whatever is wrong with one is said in one line. */
public final class SampleFiles {

  static final String FEATURES = "features";
  static final String GAZE = "gaze";
  static final String FINGERPRINT = "backbone_fingerprint";

  private SampleFiles() {}

  /** A labelled bank. */
  public static SourceBank bank(Path file) {
    return readable(() -> SourceBank.read(file));
  }

  /** The features of a file and nothing else of it: labels that stand there are not even read. */
  public static UnlabelledSamples unlabelled(Path file) {
    return readable(
        () -> {
          Safetensors tensors = Safetensors.read(file);
          FeatureRows features = FeatureRows.of(tensors.tensor(FEATURES));
          try {
            features.requireFinite("target set");
          } catch (IllegalArgumentException e) {
            throw new SafetensorsException(
                Reason.CORRUPT, "%s: %s".formatted(file, e.getMessage()), e);
          }
          return new UnlabelledSamples(
              features, tensors.metadata().getOrDefault(FINGERPRINT, ""), file.toString());
        });
  }

  /** The gaze of a file, to measure against. */
  public static Matrix truth(Path file) {
    Matrix gaze =
        readable(
            () -> {
              var tensor = Safetensors.read(file).tensor(GAZE).requireShape(-1, 2);
              return Matrix.wrap(Math.toIntExact(tensor.shape()[0]), 2, tensor.doubles());
            });
    if (!gaze.isFinite()) {
      throw new UserError(
          "%s: its gaze has numbers that are not finite; leave such rows out".formatted(file));
    }
    return gaze;
  }

  public static HeadFile head(Path file) {
    return readable(() -> HeadFile.read(file));
  }

  /**
   * Refuses a head whose features are not those of the samples. Files that do not say which
   * backbone made them are taken by their feature length alone.
   */
  public static void requireFit(
      String headName, HeadFile head, String samplesName, int width, String fingerprint) {
    if (head.head().inputs() != width) {
      throw new UserError(
          "%s: takes %d features, %s has %d; use files of one backbone"
              .formatted(headName, head.head().inputs(), samplesName, width));
    }
    if (!fingerprint.isEmpty()
        && !head.backboneFingerprint().isEmpty()
        && !fingerprint.equals(head.backboneFingerprint())) {
      throw new UserError(
          "%s: was made for the backbone %s, the features of %s are of %s; use files of one backbone"
              .formatted(
                  headName,
                  shortened(head.backboneFingerprint()),
                  samplesName,
                  shortened(fingerprint)));
    }
  }

  /** Refuses a bank that cannot teach: the same gaze in every row. */
  public static void requireVaried(String name, SourceBank bank) {
    Matrix gaze = bank.gaze();
    for (int i = 1; i < gaze.rows(); i++) {
      if (gaze.get(i, 0) != gaze.get(0, 0) || gaze.get(i, 1) != gaze.get(0, 1)) {
        return;
      }
    }
    throw new UserError(
        "%s: has the same gaze (%s, %s) in all its %d rows; it cannot teach any other"
            .formatted(name, gaze.get(0, 0), gaze.get(0, 1), gaze.rows()));
  }

  private static <T> T readable(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (SafetensorsException e) {
      throw new UserError(e.getMessage(), e);
    }
  }

  private static String shortened(String fingerprint) {
    return fingerprint.length() <= 12 ? fingerprint : fingerprint.substring(0, 12) + "...";
  }
}
