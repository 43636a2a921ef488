package io.gazeshift.glsge.data;

import io.gazeshift.glsge.linalg.Matrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * The labelled source data, reduced once to backbone features and gaze. Every number in it is
 * finite: opening a bank reads it through once.
 *
 * <p>As a safetensors file: {@code features} [n, d] F16 or F32, {@code gaze} [n, 2] pitch and yaw
 * in radians, optionally {@code person[n]} I64 or I32; metadata {@code backbone_fingerprint}. Files
 * are memory-mapped.
 *
 * @param persons who each sample shows, or empty
 * @param backboneFingerprint which backbone made the features, or empty if unknown
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record SourceBank(
    FeatureRows features, Matrix gaze, long[] persons, String backboneFingerprint) {

  private static final String NAME = "source bank";

  public SourceBank {
    if (features.size() == 0) {
      throw new IllegalArgumentException("the source bank is empty");
    }
    GazeSamples.requireGaze(NAME, gaze, features.size());
    persons = GazeSamples.requirePersons(NAME, persons, features.size());
    features.requireFinite(NAME);
  }

  /** A bank without persons, of an unknown backbone. */
  public static SourceBank of(FeatureRows features, Matrix gaze) {
    return new SourceBank(features, gaze, new long[0], "");
  }

  /** Several banks of one backbone, one after another, without their persons. */
  public static SourceBank together(List<SourceBank> parts) {
    int width = parts.get(0).features().width();
    int size = parts.stream().mapToInt(SourceBank::size).sum();
    float[] features = new float[Math.multiplyExact(size, width)];
    Matrix gaze = Matrix.zeros(size, 2);
    int at = 0;
    for (SourceBank part : parts) {
      for (int i = 0; i < part.size(); i++, at++) {
        part.features().copy(i, features, at * width);
        gaze.set(at, 0, part.gaze().get(i, 0));
        gaze.set(at, 1, part.gaze().get(i, 1));
      }
    }
    return of(FeatureRows.of(features, width), gaze);
  }

  public static SourceBank read(Path file) {
    Safetensors tensors = Safetensors.read(file);
    try {
      return new SourceBank(
          FeatureRows.of(tensors.tensor(GazeSamples.FEATURES)),
          GazeSamples.gaze(tensors),
          GazeSamples.persons(tensors),
          tensors.metadata().getOrDefault(GazeSamples.FINGERPRINT, ""));
    } catch (IllegalArgumentException e) {
      throw new SafetensorsException(
          SafetensorsException.Reason.CORRUPT, "%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * Writes the bank, its features as half floats if asked to.
   *
   * @throws IllegalArgumentException if a feature is beyond 65504, where half floats end; nothing
   *     is written then
   */
  public void write(Path file, boolean halfFeatures) throws IOException {
    SafetensorsWriter writer =
        new SafetensorsWriter().metadata(GazeSamples.FINGERPRINT, backboneFingerprint);
    float[] values = GazeSamples.copy(features);
    if (halfFeatures) {
      writer.f16(GazeSamples.FEATURES, values, size(), features.width());
    } else {
      writer.f32(GazeSamples.FEATURES, values, size(), features.width());
    }
    writer.f32(GazeSamples.GAZE, gaze.toFloats(), size(), 2);
    if (persons.length > 0) {
      writer.i64(GazeSamples.PERSON, persons, size());
    }
    writer.write(file);
  }

  public int size() {
    return features.size();
  }

  @Override
  public long[] persons() {
    return persons.clone();
  }

  /** Tells one bank from another by its labels and persons, as eight hexadecimal digits. */
  public String labelChecksum() {
    return labelChecksum(gaze, persons);
  }

  /** The same of labels and persons that have no features yet. */
  public static String labelChecksum(Matrix gaze, long[] persons) {
    float[] angles = gaze.toFloats();
    ByteBuffer bytes =
        ByteBuffer.allocate(angles.length * Float.BYTES + persons.length * Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (float angle : angles) {
      bytes.putFloat(angle);
    }
    for (long person : persons) {
      bytes.putLong(person);
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes.flip());
    return String.format(Locale.ROOT, "%08x", checksum.getValue());
  }

  /** Some of the samples, in a given order. */
  public SourceBank rows(int[] picked) {
    return new SourceBank(
        features.rows(picked),
        gaze.rows(picked),
        GazeSamples.pick(persons, picked),
        backboneFingerprint);
  }
}
