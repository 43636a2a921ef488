package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Cholesky;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Estimates the gaze of fixations from a head's predictions and a site prior. The model is an
 * affine map m = A y + b with noise, estimated together with the shares of the clusters by
 * expectation maximisation; the gaze of a fixation is then its posterior mean. Maps near the
 * identity are preferred. With several clusters, each may deviate from the map, and more so the
 * further it lies beyond the range of the source's training gaze.
 */
final class Registration {

  private static final int STEPS = 60;
  private static final double PRIOR_COUNTS = 5;
  private static final double FIRST_NOISE = Math.pow(Math.toRadians(3), 2);
  private static final double LEAST_NOISE = Math.pow(Math.toRadians(0.7), 2);
  private static final double PLAUSIBLE_SLOPE = Math.pow(0.15, 2);
  private static final double PLAUSIBLE_OFFSET = Math.pow(Math.toRadians(15), 2);

  private final Matrix said;
  private final List<Gaussian> clusters;
  private final List<ClusterShift> shifts;
  private final double[] priorShares;
  private final double[] shares;
  private final double[] noise = {FIRST_NOISE, FIRST_NOISE};
  private final double[][] responsible;
  private final Matrix gaze;
  // Rows: pitch, yaw, 1; columns: what is said of pitch and yaw.
  private final Matrix map = Matrix.of(new double[][] {{1, 0}, {0, 1}, {0, 0}});

  private Registration(Matrix said, SitePrior prior, TrainedGazeRange taught, double[] start) {
    this.said = said;
    this.clusters = prior.mixture().parts();
    this.shifts =
        clusters.size() == 1
            ? List.of(ClusterShift.none())
            : clusters.stream().map(place -> ClusterShift.of(place, taught)).toList();
    this.priorShares = prior.mixture().shares();
    this.shares = priorShares.clone();
    this.responsible = new double[said.rows()][clusters.size()];
    this.gaze = Matrix.zeros(said.rows(), 2);
    map.set(2, 0, start[0]);
    map.set(2, 1, start[1]);
    for (int step = 0; step < STEPS; step++) {
      improve();
    }
  }

  /** Begins where the prior lies best over what is said. */
  static Registration of(Matrix fixationMeans, SitePrior prior, TrainedGazeRange taught) {
    return new Registration(
        fixationMeans, prior, taught, PriorFit.of(fixationMeans, prior).moved());
  }

  /** The gaze of each fixation, pitch and yaw. */
  Matrix gaze() {
    return gaze.copy();
  }

  String describe() {
    return String.format(
        Locale.ROOT,
        "the head scales pitch by %.2f and yaw by %.2f, shifted by (%.1f, %.1f) deg,"
            + " with noise of (%.1f, %.1f) deg",
        map.get(0, 0),
        map.get(1, 1),
        Math.toDegrees(map.get(2, 0)),
        Math.toDegrees(map.get(2, 1)),
        Math.toDegrees(Math.sqrt(noise[0])),
        Math.toDegrees(Math.sqrt(noise[1])));
  }

  private void improve() {
    View[] views = IntStream.range(0, clusters.size()).mapToObj(View::new).toArray(View[]::new);
    share(views);
    Matrix squares = Matrix.zeros(3, 3);
    Matrix products = Matrix.zeros(3, 2);
    double[] unexplained = new double[2];
    gaze.scaleInPlace(0);
    for (int k = 0; k < views.length; k++) {
      double count = 0;
      for (int i = 0; i < said.rows(); i++) {
        double r = responsible[i][k];
        double[] row = {0, 0, 1};
        views[k].gazeOf(i, row);
        count += r;
        for (int a = 0; a < 3; a++) {
          for (int b = 0; b < 3; b++) {
            squares.set(a, b, squares.get(a, b) + r * row[a] * row[b]);
          }
          for (int c = 0; c < 2; c++) {
            double unshifted = said.get(i, c) - shifts.get(k).at(c);
            products.set(a, c, products.get(a, c) + r * row[a] * unshifted);
          }
        }
        gaze.set(i, 0, gaze.get(i, 0) + r * row[0]);
        gaze.set(i, 1, gaze.get(i, 1) + r * row[1]);
      }
      views[k].addUncertainty(squares, count);
      shares[k] = (count + PRIOR_COUNTS * priorShares[k]) / (said.rows() + PRIOR_COUNTS);
    }
    fit(squares, products);
    shift();
    for (int k = 0; k < views.length; k++) {
      views[k].addResiduals(k, unexplained);
    }
    noise[0] = Math.max(unexplained[0] / said.rows(), LEAST_NOISE);
    noise[1] = Math.max(unexplained[1] / said.rows(), LEAST_NOISE);
  }

  /** Which cluster each fixation belongs to. */
  private void share(View[] views) {
    for (int i = 0; i < said.rows(); i++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < views.length; k++) {
        responsible[i][k] = Math.log(shares[k]) + views[k].logDensity(i);
        largest = Math.max(largest, responsible[i][k]);
      }
      double sum = 0;
      for (int k = 0; k < views.length; k++) {
        responsible[i][k] = Math.exp(responsible[i][k] - largest);
        sum += responsible[i][k];
      }
      for (int k = 0; k < views.length; k++) {
        responsible[i][k] /= sum;
      }
    }
  }

  /** Where each place is seen beside the new map. */
  private void shift() {
    for (int k = 0; k < clusters.size(); k++) {
      Gaussian place = clusters.get(k);
      double[] own = {place.covariance().xx(), place.covariance().yy()};
      for (int c = 0; c < 2; c++) {
        double count = 0;
        double beside = 0;
        for (int i = 0; i < said.rows(); i++) {
          count += responsible[i][k];
          beside += responsible[i][k] * (said.get(i, c) - seen(c, place.meanX(), place.meanY()));
        }
        double slope = map.get(c, c);
        shifts.get(k).learn(c, count, beside, noise[c] + slope * slope * own[c]);
      }
    }
  }

  /** What the map makes of a gaze. */
  private double seen(int axis, double pitch, double yaw) {
    return map.get(0, axis) * pitch + map.get(1, axis) * yaw + map.get(2, axis);
  }

  /** Ridge regression of what is said on gaze, towards the identity. */
  private void fit(Matrix squares, Matrix products) {
    double mean = (noise[0] + noise[1]) / 2;
    double[] weight = {mean / PLAUSIBLE_SLOPE, mean / PLAUSIBLE_SLOPE, mean / PLAUSIBLE_OFFSET};
    for (int a = 0; a < 3; a++) {
      squares.set(a, a, squares.get(a, a) + weight[a]);
      if (a < 2) {
        products.set(a, a, products.get(a, a) + weight[a]);
      }
    }
    Matrix solved = Cholesky.of(squares).solve(products);
    System.arraycopy(solved.data(), 0, map.data(), 0, solved.data().length);
  }

  /** A cluster as the head sees it. */
  private final class View {

    private final Gaussian cluster;
    private final ClusterShift shift;
    private final double[] mean = new double[2];
    private final Covariance seen;
    // Gaze by what is said: S Aᵀ (A S Aᵀ + N)⁻¹.
    private final double[][] gain = new double[2][2];
    private final Covariance left;

    View(int k) {
      this.cluster = clusters.get(k);
      this.shift = shifts.get(k);
      double[][] s = cluster.covariance().toRows();
      double[][] sa = new double[2][2];
      for (int a = 0; a < 2; a++) {
        mean[a] = seen(a, cluster.meanX(), cluster.meanY()) + shift.at(a);
        for (int c = 0; c < 2; c++) {
          sa[a][c] = s[a][0] * map.get(0, c) + s[a][1] * map.get(1, c);
        }
      }
      this.seen =
          new Covariance(
              map.get(0, 0) * sa[0][0] + map.get(1, 0) * sa[1][0] + noise[0] + shift.variance(0),
              map.get(0, 0) * sa[0][1] + map.get(1, 0) * sa[1][1],
              map.get(0, 1) * sa[0][1] + map.get(1, 1) * sa[1][1] + noise[1] + shift.variance(1));
      double det = seen.determinant();
      for (int a = 0; a < 2; a++) {
        gain[a][0] = (sa[a][0] * seen.yy() - sa[a][1] * seen.xy()) / det;
        gain[a][1] = (sa[a][1] * seen.xx() - sa[a][0] * seen.xy()) / det;
      }
      this.left =
          new Covariance(
              s[0][0] - gain[0][0] * sa[0][0] - gain[0][1] * sa[0][1],
              s[0][1] - gain[0][0] * sa[1][0] - gain[0][1] * sa[1][1],
              s[1][1] - gain[1][0] * sa[1][0] - gain[1][1] * sa[1][1]);
    }

    double logDensity(int i) {
      return -0.5 * Math.log(seen.determinant())
          - 0.5 * seen.mahalanobisSquared(said.get(i, 0) - mean[0], said.get(i, 1) - mean[1]);
    }

    void gazeOf(int i, double[] into) {
      double pitch = said.get(i, 0) - mean[0];
      double yaw = said.get(i, 1) - mean[1];
      into[0] = cluster.meanX() + gain[0][0] * pitch + gain[0][1] * yaw;
      into[1] = cluster.meanY() + gain[1][0] * pitch + gain[1][1] * yaw;
    }

    void addUncertainty(Matrix squares, double count) {
      squares.set(0, 0, squares.get(0, 0) + count * left.xx());
      squares.set(0, 1, squares.get(0, 1) + count * left.xy());
      squares.set(1, 0, squares.get(1, 0) + count * left.xy());
      squares.set(1, 1, squares.get(1, 1) + count * left.yy());
    }

    /** By the new map, what this view's gaze does not explain of what was said. */
    void addResiduals(int k, double[] sums) {
      double[] row = {0, 0, 1};
      for (int i = 0; i < said.rows(); i++) {
        gazeOf(i, row);
        for (int c = 0; c < 2; c++) {
          double slopePitch = map.get(0, c);
          double slopeYaw = map.get(1, c);
          double off = said.get(i, c) - Registration.this.seen(c, row[0], row[1]) - shift.at(c);
          double unsure =
              slopePitch * slopePitch * left.xx()
                  + 2 * slopePitch * slopeYaw * left.xy()
                  + slopeYaw * slopeYaw * left.yy();
          sums[c] += responsible[i][k] * (off * off + unsure);
        }
      }
    }
  }
}
