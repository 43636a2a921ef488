package io.gazeshift.adaptation.report;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.LabelBox;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scatter plot of gaze and, over it, the label distribution: ellipses at one and two sigmas, and
 * the box that truncates it.
 */
final class GazePanel {

  /** More points would make the page larger without showing more. */
  private static final int MOST_POINTS = 1200;

  private static final double LARGEST_RADIUS = 3.2;

  private final GazeAxes axes;
  private final StringBuilder marks = new StringBuilder();

  GazePanel(GazeAxes axes) {
    this.axes = axes;
  }

  GazePanel points(Matrix gaze, String style) {
    return points(gaze, style, null);
  }

  /** Points whose area is proportional to their weight; null gives all the same weight. */
  GazePanel points(Matrix gaze, String style, double @Nullable [] weights) {
    int stride = Math.max(1, (gaze.rows() + MOST_POINTS - 1) / MOST_POINTS);
    double largest = 0;
    for (int i = 0; weights != null && i < weights.length; i++) {
      largest = Math.max(largest, weights[i]);
    }
    marks.append(Markup.text("<g class=\"%s\">%n", style));
    for (int i = 0; i < gaze.rows(); i += stride) {
      double radius =
          weights == null
              ? 1.6
              : LARGEST_RADIUS * Math.sqrt(weights[i] / Math.max(largest, 1e-300));
      if (radius > 0.3) {
        marks.append(
            Markup.text(
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>%n",
                axes.x(Math.toDegrees(gaze.get(i, 1))),
                axes.y(Math.toDegrees(gaze.get(i, 0))),
                radius));
      }
    }
    marks.append("</g>\n");
    return this;
  }

  GazePanel law(List<DistributionShape> shapes) {
    for (DistributionShape shape : shapes) {
      ellipse(shape.cluster(), 1);
      ellipse(shape.cluster(), 2);
      shape.box().ifPresent(this::box);
    }
    return this;
  }

  String svg() {
    return Markup.text(
        "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\">%n%s%s</svg>%n",
        GazeAxes.WIDTH, axes.height(), axes.svg(), marks);
  }

  private void ellipse(Gaussian law, double sigmas) {
    Covariance covariance = law.covariance();
    // Labels are (pitch, yaw); on the page x is yaw and y is minus pitch.
    double angle = 0.5 * Math.atan2(-2 * covariance.xy(), covariance.yy() - covariance.xx());
    double middle = 0.5 * (covariance.xx() + covariance.yy());
    double radius = Math.hypot(0.5 * (covariance.xx() - covariance.yy()), covariance.xy());
    marks.append(
        Markup.text(
            "<ellipse class=\"law\" rx=\"%.1f\" ry=\"%.1f\" transform=\"translate(%.1f %.1f)"
                + " rotate(%.1f)\"/>%n",
            sigmas * Math.toDegrees(Math.sqrt(middle + radius)) * axes.scale(),
            sigmas * Math.toDegrees(Math.sqrt(Math.max(0, middle - radius))) * axes.scale(),
            axes.x(Math.toDegrees(law.meanY())),
            axes.y(Math.toDegrees(law.meanX())),
            Math.toDegrees(angle)));
  }

  private void box(LabelBox box) {
    double left = axes.x(Math.toDegrees(box.yLow()));
    double top = axes.y(Math.toDegrees(box.xHigh()));
    marks.append(
        Markup.text(
            "<rect class=\"box\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>%n",
            left,
            top,
            axes.x(Math.toDegrees(box.yHigh())) - left,
            axes.y(Math.toDegrees(box.xLow())) - top));
  }
}
