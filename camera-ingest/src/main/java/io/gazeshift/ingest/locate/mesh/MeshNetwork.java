package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.mesh.EyeOpenness.LidGaps;
import java.util.Optional;
import org.opencv.core.Mat;

/** A network that finds the mesh's points in an upright crop of a face. Not thread-safe. */
interface MeshNetwork extends AutoCloseable {

  /** The side of the crops it takes. */
  int SIDE = 192;

  /** x and y of each of these points, in pixels of the crop from its upper left corner. */
  float[] points(Mat crop);

  /**
   * Those of the last crop: for the person's right eye, then for the left one, the centre and four
   * points of the edge, x and y each; empty where the network does not find them.
   */
  Optional<float[]> irises();

  /** How sure it is that the last crop shows a face, 0 to 1. */
  double score();

  /** How it shows eyes that are shut and open. */
  LidGaps lidGaps();

  @Override
  void close();

  /** What a network says by a logit. */
  static double probability(float logit) {
    return 1 / (1 + Math.exp(-logit));
  }
}
