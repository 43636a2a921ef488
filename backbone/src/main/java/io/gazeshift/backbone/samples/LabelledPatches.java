package io.gazeshift.backbone.samples;

import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.synthetic.LabelledPatch;
import io.gazeshift.ingest.synthetic.Staging;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A few patches in memory, and where the people on them look.
 *
 * @param names what to call them in messages
 */
public record LabelledPatches(List<byte[]> jpegs, List<String> names, Matrix gaze)
    implements FeatureExtractor.Patches {

  public LabelledPatches {
    jpegs = List.copyOf(jpegs);
    names = List.copyOf(names);
  }

  /** Rendered faces of a scene; equal seeds give equal faces. */
  public static LabelledPatches rendered(Staging staging, long seed, int count)
      throws InterruptedException {
    OpenCv.load();
    List<byte[]> jpegs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Matrix gaze = Matrix.zeros(count, 2);
    double framesPerSecond = SyntheticPatches.UNRELATED_FRAMES_PER_SECOND;
    try (SyntheticPatches source = new SyntheticPatches(staging, seed, framesPerSecond)) {
      for (int i = 0; i < count; i++) {
        LabelledPatch patch = source.next();
        jpegs.add(patch.jpeg());
        names.add("synthetic patch " + i);
        gaze.set(i, 0, patch.normalisedGaze().pitchRad());
        gaze.set(i, 1, patch.normalisedGaze().yawRad());
      }
    }
    return new LabelledPatches(jpegs, names, gaze);
  }

  /** Those images whose numbers are given. */
  public static LabelledPatches of(LabelledImages images, List<Integer> chosen) throws IOException {
    List<byte[]> jpegs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Matrix gaze = Matrix.zeros(chosen.size(), 2);
    for (int i = 0; i < chosen.size(); i++) {
      int image = chosen.get(i);
      Path file = images.files().get(image);
      jpegs.add(Files.readAllBytes(file));
      names.add(file.toString());
      gaze.set(i, 0, images.gaze().get(image, 0));
      gaze.set(i, 1, images.gaze().get(image, 1));
    }
    return new LabelledPatches(jpegs, names, gaze);
  }

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
    return names.get(index);
  }
}
