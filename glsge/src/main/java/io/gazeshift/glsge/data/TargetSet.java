package io.gazeshift.glsge.data;

import io.gazeshift.glsge.linalg.Matrix;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Samples of a target domain, for offline runs with their true gaze. Every number in it is finite.
 * The file is that of a {@link SourceBank}, except that {@code gaze} may be missing.
 *
 * @param gaze the true gaze, only ever used to measure
 * @param persons who each sample shows, or empty
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record TargetSet(FeatureRows features, Optional<Matrix> gaze, long[] persons) {

  private static final String NAME = "target set";

  public TargetSet {
    if (features.size() == 0) {
      throw new IllegalArgumentException("the target set is empty");
    }
    gaze.ifPresent(angles -> GazeSamples.requireGaze(NAME, angles, features.size()));
    persons = GazeSamples.requirePersons(NAME, persons, features.size());
    features.requireFinite(NAME);
  }

  /** Features alone, as a running system has them. */
  public static TargetSet unlabelled(FeatureRows features) {
    return new TargetSet(features, Optional.empty(), new long[0]);
  }

  public static TargetSet read(Path file) {
    Safetensors tensors = Safetensors.read(file);
    try {
      return new TargetSet(
          FeatureRows.of(tensors.tensor(GazeSamples.FEATURES)),
          tensors.names().contains(GazeSamples.GAZE)
              ? Optional.of(GazeSamples.gaze(tensors))
              : Optional.empty(),
          GazeSamples.persons(tensors));
    } catch (IllegalArgumentException e) {
      throw new SafetensorsException(
          SafetensorsException.Reason.CORRUPT, "%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The true gaze of a file and nothing else of it. */
  public static Matrix readGaze(Path file) {
    Matrix gaze = GazeSamples.gaze(Safetensors.read(file));
    try {
      return GazeSamples.requireGaze("truth", gaze, gaze.rows());
    } catch (IllegalArgumentException e) {
      throw new SafetensorsException(
          SafetensorsException.Reason.CORRUPT, "%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  public int size() {
    return features.size();
  }

  @Override
  public long[] persons() {
    return persons.clone();
  }

  /** Some of the samples, in a given order. */
  public TargetSet rows(int[] picked) {
    return new TargetSet(
        features.rows(picked),
        gaze.map(angles -> angles.rows(picked)),
        GazeSamples.pick(persons, picked));
  }
}
