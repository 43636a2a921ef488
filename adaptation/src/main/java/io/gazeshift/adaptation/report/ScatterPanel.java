package io.gazeshift.adaptation.report;

import io.gazeshift.adaptation.method.FeatureProjection;
import io.gazeshift.glsge.linalg.Matrix;

/** Source and target as point clouds; only distances in the plot have a meaning. */
final class ScatterPanel {

  private static final double WIDTH = 316;
  private static final double HEIGHT = 220;
  private static final double MARGIN = 8;

  private ScatterPanel() {}

  static String svg(FeatureProjection features) {
    double reach = Math.max(reach(features.source()), reach(features.target()));
    return Markup.text(
        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\">%n%s%s</svg>%n",
        WIDTH,
        HEIGHT,
        points(features.source(), "source", reach),
        points(features.target(), "after", reach));
  }

  private static double reach(Matrix points) {
    double reach = 1e-9;
    for (int i = 0; i < points.rows(); i++) {
      reach = Math.max(reach, Math.abs(points.get(i, 0)) * HEIGHT / WIDTH);
      reach = Math.max(reach, Math.abs(points.get(i, 1)));
    }
    return reach;
  }

  private static String points(Matrix points, String style, double reach) {
    double scale = (HEIGHT / 2 - MARGIN) / reach;
    StringBuilder marks = new StringBuilder(Markup.text("<g class=\"%s\">%n", style));
    for (int i = 0; i < points.rows(); i++) {
      marks.append(
          Markup.text(
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.6\"/>%n",
              WIDTH / 2 + scale * points.get(i, 0), HEIGHT / 2 - scale * points.get(i, 1)));
    }
    return marks.append("</g>\n").toString();
  }
}
