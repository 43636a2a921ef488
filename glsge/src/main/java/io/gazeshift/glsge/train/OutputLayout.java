package io.gazeshift.glsge.train;

import io.gazeshift.glsge.linalg.Matrix;

/** Lays the gradients of both domains out as the rows of the joint batch, source first. */
final class OutputLayout {

  private OutputLayout() {}

  static TrainableHead.OutputGradients of(GlsgeLoss.Evaluation e, Matrix z, Matrix y) {
    float[] byFeatures = new float[z.rows() * z.cols()];
    put(e.bySourceFeatures(), byFeatures, 0);
    put(e.byTargetFeatures(), byFeatures, e.bySourceFeatures().data().length);
    float[] byPredictions = new float[y.rows() * y.cols()];
    put(e.bySourcePredictions(), byPredictions, 0);
    return new TrainableHead.OutputGradients(byFeatures, byPredictions);
  }

  private static void put(Matrix part, float[] whole, int offset) {
    for (int i = 0; i < part.data().length; i++) {
      whole[offset + i] = (float) part.data()[i];
    }
  }
}
