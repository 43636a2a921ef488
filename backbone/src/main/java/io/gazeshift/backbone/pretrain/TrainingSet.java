package io.gazeshift.backbone.pretrain;

import io.gazeshift.backbone.samples.FeatureExtractor.Patches;
import io.gazeshift.backbone.samples.ImagePatches;
import io.gazeshift.backbone.samples.LabelledImages;
import io.gazeshift.glsge.data.PersonSplit;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.synthetic.LabelledPatch;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * Labelled patches to train on.
 *
 * @param gaze pitch and yaw of each, in the virtual camera's axes
 * @param persons who each shows, or empty
 */
@SuppressWarnings("ArrayRecordComponent") // Large, and never compared.
public record TrainingSet(Patches patches, Matrix gaze, long[] persons) {

  /** Images on disk, read again in every epoch. */
  public static TrainingSet of(LabelledImages images) {
    return new TrainingSet(new ImagePatches(images.files()), images.gaze(), images.persons());
  }

  /** Rendered faces, kept in memory; equal seeds give equal faces. */
  public static TrainingSet render(
      SyntheticScene scene, int count, long seed, DoubleConsumer progress)
      throws InterruptedException {
    OpenCv.load();
    List<byte[]> jpegs = new ArrayList<>(count);
    Matrix gaze = Matrix.zeros(count, 2);
    long[] persons = new long[count];
    try (SyntheticPatches source = new SyntheticPatches(scene, seed)) {
      for (int i = 0; i < count; i++) {
        LabelledPatch patch = source.next();
        jpegs.add(patch.jpeg());
        gaze.set(i, 0, patch.normalisedGaze().pitchRad());
        gaze.set(i, 1, patch.normalisedGaze().yawRad());
        persons[i] = source.person();
        progress.accept((i + 1.0) / count);
      }
    }
    return new TrainingSet(new Rendered(jpegs), gaze, persons);
  }

  public int size() {
    return patches.count();
  }

  /** Tells one set from another by its labels and persons, as eight hexadecimal digits. */
  String checksum() {
    return SourceBank.labelChecksum(gaze, persons);
  }

  /** Every n-th person; none if persons are unknown or fewer than n. */
  Set<Long> everyNthPerson(int n) {
    long[] known = Arrays.stream(persons).distinct().sorted().toArray();
    Set<Long> picked = new TreeSet<>();
    for (int i = n - 1; i < known.length; i += n) {
      picked.add(known[i]);
    }
    return picked;
  }

  /** By whether they show every n-th person, or where that says nothing, are every n-th sample. */
  PersonSplit holdingOut(int n) {
    Set<Long> people = everyNthPerson(n);
    if (!people.isEmpty()) {
      return PersonSplit.holdingOut(people, persons);
    }
    return new PersonSplit(
        IntStream.range(0, size()).filter(i -> i % n != n - 1).toArray(),
        IntStream.range(0, size()).filter(i -> i % n == n - 1).toArray());
  }

  private record Rendered(List<byte[]> jpegs) implements Patches {

    @Override
    public int count() {
      return jpegs.size();
    }

    @Override
    public byte[] jpeg(int index) {
      return jpegs.get(index);
    }

    @Override
    public String name(int index) {
      return "rendered patch " + index;
    }
  }
}
