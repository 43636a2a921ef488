package io.gazeshift.backbone.samples;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.data.SafetensorsWriter;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Features fresh from a backbone.
 *
 * @param values the feature vectors, row by row
 * @param gaze the true gaze where it is known
 * @param persons who each sample shows, or empty
 * @param groups which of them show one gaze, where their time is known
 */
@SuppressWarnings("ArrayRecordComponent") // Large, and never compared.
public record ExtractedSamples(
    float[] values,
    int width,
    Optional<Matrix> gaze,
    long[] persons,
    Optional<FrameGroups> groups,
    String backboneFingerprint) {

  public int size() {
    return values.length / width;
  }

  /** As a bank, whose gaze must be known. */
  public SourceBank bank() {
    return new SourceBank(
        FeatureRows.of(values, width), gaze.orElseThrow(), persons, backboneFingerprint);
  }

  public UnlabelledSamples unlabelled(String name) {
    return new UnlabelledSamples(FeatureRows.of(values, width), groups, backboneFingerprint, name);
  }

  /** The same without gaze labels and persons, as a running system has it. */
  public ExtractedSamples withoutLabels() {
    return new ExtractedSamples(
        values, width, Optional.empty(), new long[0], groups, backboneFingerprint);
  }

  /**
   * Writes what is known.
   *
   * @throws UserError if half floats are asked for and a feature is beyond them
   */
  public void write(Path file, boolean halfFeatures) throws IOException {
    SafetensorsWriter writer =
        new SafetensorsWriter().metadata(SampleFiles.FINGERPRINT, backboneFingerprint);
    if (halfFeatures) {
      requireHalf();
      writer.f16(SampleFiles.FEATURES, values, size(), width);
    } else {
      writer.f32(SampleFiles.FEATURES, values, size(), width);
    }
    gaze.ifPresent(angles -> writer.f32(SampleFiles.GAZE, angles.toFloats(), size(), 2));
    if (persons.length > 0) {
      writer.i64(SampleFiles.PERSON, persons, size());
    }
    groups.ifPresent(known -> known.writeTo(writer));
    writer.write(file);
  }

  private void requireHalf() {
    for (int i = 0; i < values.length; i++) {
      if (Math.abs(values[i]) > Half.MAX_VALUE) {
        throw new UserError(
            "--half: feature %d of sample %d is %s, but half floats end at 65504; omit --half"
                .formatted(i % width, i / width, values[i]));
      }
    }
  }
}
