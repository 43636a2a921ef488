package io.gazeshift.backbone.samples;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.Safetensors;
import io.gazeshift.glsge.data.SafetensorsException;
import io.gazeshift.glsge.data.SafetensorsException.Reason;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.linalg.Matrix;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads banks, targets, ground truth and heads; reports an error in one line. */
public final class SampleFiles {

  static final String FEATURES = "features";
  static final String GAZE = "gaze";
  static final String PERSON = "person";
  static final String FINGERPRINT = "backbone_fingerprint";

  private SampleFiles() {}

  /** A labelled bank. */
  public static SourceBank bank(Path file) {
    return readable(() -> SourceBank.read(file));
  }

  /** The features of a file and their time, nothing else: labels in it are not even read. */
  public static UnlabelledSamples unlabelled(Path file) {
    return readable(
        () -> {
          Safetensors tensors = Safetensors.read(file);
          FeatureRows features = FeatureRows.of(tensors.tensor(FEATURES));
          try {
            features.requireFinite("target set");
            return new UnlabelledSamples(
                features,
                groups(tensors),
                tensors.metadata().getOrDefault(FINGERPRINT, ""),
                file.toString());
          } catch (IllegalArgumentException e) {
            throw new SafetensorsException(
                Reason.CORRUPT, "%s: %s".formatted(file, e.getMessage()), e);
          }
        });
  }

  /** Fixations that stand in a file are taken before any that could be found in its times. */
  private static Optional<FrameGroups> groups(Safetensors file) {
    if (has(file, GivenFixations.FIXATION)) {
      return Optional.of(
          new GivenFixations(file.tensor(GivenFixations.FIXATION).longs(), faces(file)));
    }
    if (has(file, FrameStream.TRACK) && has(file, FrameStream.CAPTURE_MICROS)) {
      return Optional.of(
          new FrameStream(
              file.tensor(FrameStream.TRACK).longs(),
              file.tensor(FrameStream.CAPTURE_MICROS).longs()));
    }
    return Optional.empty();
  }

  /** Whose face each frame shows, by track or else by person. */
  private static long[] faces(Safetensors file) {
    for (String name : List.of(FrameStream.TRACK, PERSON)) {
      if (has(file, name)) {
        return file.tensor(name).longs();
      }
    }
    return new long[0];
  }

  private static boolean has(Safetensors file, String tensor) {
    return file.names().contains(tensor);
  }

  /** The gaze of a file, to measure against. */
  public static Matrix truth(Path file) {
    return readable(() -> TargetSet.readGaze(file));
  }

  /** Who each row of a file shows; empty if it does not say. */
  public static long[] persons(Path file) {
    return readable(
        () -> {
          Safetensors tensors = Safetensors.read(file);
          return has(tensors, PERSON) ? tensors.tensor(PERSON).longs() : new long[0];
        });
  }

  public static HeadFile head(Path file) {
    return readable(() -> HeadFile.read(file));
  }

  /**
   * Rejects a head whose features are not those of the samples. Files that do not say which
   * backbone made them are taken by their feature length alone.
   */
  public static void requireFit(
      String headName, HeadFile head, String samplesName, int width, String fingerprint) {
    if (head.head().inputs() != width) {
      throw new UserError(
          "%s: expects %d features, but %s has %d; use files of the same backbone"
              .formatted(headName, head.head().inputs(), samplesName, width));
    }
    requireOneBackbone(headName, head.backboneFingerprint(), samplesName, fingerprint);
  }

  /** Rejects samples of another backbone than the bank's, as far as the files tell. */
  public static void requireFit(String bankName, SourceBank bank, UnlabelledSamples samples) {
    int width = bank.features().width();
    if (samples.features().width() != width) {
      throw new UserError(
          "%s: has %d features, but %s has %d; use files of the same backbone"
              .formatted(samples.name(), samples.features().width(), bankName, width));
    }
    requireOneBackbone(
        bankName, bank.backboneFingerprint(), samples.name(), samples.backboneFingerprint());
  }

  private static void requireOneBackbone(
      String name, String fingerprint, String otherName, String otherFingerprint) {
    if (!fingerprint.isEmpty()
        && !otherFingerprint.isEmpty()
        && !fingerprint.equals(otherFingerprint)) {
      throw new UserError(
          ("%s: was made for the backbone %s, but the features of %s come from %s; use"
                  + " files of the same backbone")
              .formatted(name, shortened(fingerprint), otherName, shortened(otherFingerprint)));
    }
  }

  /** Rejects a bank that cannot teach: the same gaze in every row. */
  public static void requireVaried(String name, SourceBank bank) {
    Matrix gaze = bank.gaze();
    for (int i = 1; i < gaze.rows(); i++) {
      if (gaze.get(i, 0) != gaze.get(0, 0) || gaze.get(i, 1) != gaze.get(0, 1)) {
        return;
      }
    }
    throw new UserError(
        "%s: has the same gaze (%s, %s) in all %d rows; training needs varied gaze"
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
