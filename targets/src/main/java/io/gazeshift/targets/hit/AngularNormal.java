package io.gazeshift.targets.hit;

/**
 * The distribution of the true gaze around a predicted one, and its integral over what a target
 * covers of the sphere of directions.
 *
 * <p>The density depends on the angle θ to the predicted gaze alone: θ has a Rayleigh distribution,
 * and all azimuths φ are equal. By Green's theorem the integral over a region is the one of {@code
 * (1 - exp(-θ²/2σ²)) dφ / 2π} along its outline. Along a great circle, which is how a straight edge
 * is seen, with x the tangent of the angle from the point that is nearest to the gaze and d the
 * sine of the distance of that point, {@code dφ = d dx / (d² + x²)}. Substituting {@code x = m tan
 * ψ} with {@code m² = d² + 2σ²} leaves an integrand between 1 and 1.3 whatever d, σ and the length
 * of the edge are, so a few nodes integrate it.
 */
final class AngularNormal {

  /** Beyond so many sigmas the density is taken for 0; 4e-5 of it are. */
  static final double REACH = 4.5;

  private static final double MOST_REACH_RAD = Math.toRadians(85);
  private static final double TWO_PI = 2 * Math.PI;

  private static final GaussLegendre SHORT = GaussLegendre.ofNodes(2);
  private static final GaussLegendre MEDIUM = GaussLegendre.ofNodes(4);
  private static final GaussLegendre LONG = GaussLegendre.ofNodes(6);

  private static final HalfTurn FOUR = HalfTurn.ofNodes(4);
  private static final HalfTurn FIVE = HalfTurn.ofNodes(5);
  private static final HalfTurn SIX = HalfTurn.ofNodes(6);
  private static final HalfTurn EIGHT = HalfTurn.ofNodes(8);

  /** Of θ² / sin² θ in powers of sin² θ; what is left out is below 1e-5 up to 36 degrees. */
  private static final double[] SERIES = {
    1,
    1.0 / 3,
    8.0 / 45,
    4.0 / 35,
    128.0 / 1575,
    2048.0 / 33_264,
    8192.0 / 168_168,
    32_768.0 / 823_680
  };

  private final double gx;
  private final double gy;
  private final double gz;
  private final double sigma;
  private final double twoVariances;

  /** Of the angle beyond which nothing is probable. */
  private final double cosReach;

  private final double sinReach;

  /** How many terms of the series matter within reach. */
  private final int terms;

  /** The square of the sine of the reach. */
  private final double reachSquared;

  /**
   * @param gaze of length 1
   */
  AngularNormal(double[] gaze, AngularSigma sigma) {
    gx = gaze[0];
    gy = gaze[1];
    gz = gaze[2];
    this.sigma = sigma.perAxisRad();
    twoVariances = 2 * this.sigma * this.sigma;
    cosReach = Math.cos(REACH * this.sigma);
    sinReach = Math.sin(REACH * this.sigma);
    double sine = Math.sin(Math.min(REACH * this.sigma, MOST_REACH_RAD));
    reachSquared = sine * sine;
    terms = reachSquared < 0.01 ? 4 : reachSquared < 0.1 ? 6 : SERIES.length;
  }

  /**
   * Whether anything that is probable lies within an angle of a direction.
   *
   * @param cosRadius of that angle
   */
  boolean reaches(double x, double y, double z, double cosRadius, double sinRadius) {
    // Where the sum of both angles is beyond half a turn, they meet everywhere.
    return gx * x + gy * y + gz * z > cosReach * cosRadius - sinReach * sinRadius
        || sinReach * cosRadius + cosReach * sinRadius < 0;
  }

  double angleTo(double x, double y, double z) {
    return FastAngles.acos(gx * x + gy * y + gz * z);
  }

  /**
   * The probability that the true gaze is within {@code radius} of a direction at {@code angle}.
   */
  double ofCone(double angle, double radius) {
    double nearest = Math.abs(radius - angle);
    boolean inside = angle < radius;
    double probability = 0;
    if (inside) {
      probability = nearest >= REACH * sigma ? 1 : -Math.expm1(-nearest * nearest / twoVariances);
    }
    double farthest = Math.min(radius + angle, REACH * sigma);
    if (farthest <= nearest) {
      return probability;
    }
    // Of the circle at each θ, the part β/π lies inside. It begins and ends like a square root,
    // which the substitution θ = middle - half cos u smooths.
    double middle = (farthest + nearest) / 2;
    double half = (farthest - nearest) / 2;
    double cosRadius = Math.cos(radius);
    double cosAngle = Math.cos(angle);
    double sinAngle = Math.sin(angle);
    HalfTurn rule = rule(half / sigma);
    double sum = 0;
    for (int i = 0; i < rule.size(); i++) {
      double theta = middle - half * rule.cosine(i);
      double sine = Math.sin(theta);
      double cosine = Math.copySign(Math.sqrt(1 - sine * sine), Math.PI / 2 - theta);
      double cosBeta = (cosRadius - cosine * cosAngle) / (sine * sinAngle);
      double beta = FastAngles.acos(cosBeta);
      sum += rule.weight(i) * beta * theta * Math.exp(-theta * theta / twoVariances);
    }
    return probability + half * sum / (Math.PI * sigma * sigma);
  }

  /** As few nodes as keep the error below 6e-4. */
  private static HalfTurn rule(double halfInSigmas) {
    if (halfInSigmas < 0.3) {
      return FOUR;
    }
    if (halfInSigmas < 0.75) {
      return FIVE;
    }
    return halfInSigmas < 1 ? SIX : EIGHT;
  }

  /** The probability that the true gaze is within a convex polygon. */
  double ofPolygon(SphericalPolygon polygon) {
    double[] v = polygon.vertices();
    int length = 3 * polygon.size();
    double sum = 0;
    boolean aroundTheBack = true;
    double towards = 0;
    for (int i = 0; i < length; i += 3) {
      int j = i + 3 == length ? 0 : i + 3;
      towards += v[i] * gx + v[i + 1] * gy + v[i + 2] * gz;
      double nx = v[i + 1] * v[j + 2] - v[i + 2] * v[j + 1];
      double ny = v[i + 2] * v[j] - v[i] * v[j + 2];
      double nz = v[i] * v[j + 1] - v[i + 1] * v[j];
      double norm = Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (norm < 1e-14) {
        continue;
      }
      double d = (nx * gx + ny * gy + nz * gz) / norm;
      aroundTheBack &= d < 0;
      sum +=
          d * d >= reachSquared
              ? azimuth(v[i], v[i + 1], v[i + 2], v[j], v[j + 1], v[j + 2])
              : nearEdge(v, i, j, nx / norm, ny / norm, nz / norm, d);
    }
    // The sides of what is hardly more than a point may have any signs, so its place counts as
    // well.
    if (aroundTheBack && towards < 0) {
      sum += TWO_PI;
    }
    return Math.max(0, Math.min(1, sum / TWO_PI));
  }

  /** An edge that passes the gaze within reach, from vertex i to vertex j in the plane of n. */
  private double nearEdge(double[] v, int i, int j, double nx, double ny, double nz, double d) {
    // F points to the nearest point of the circle, T along the edge; both have the length cos d.
    double fx = gx - d * nx;
    double fy = gy - d * ny;
    double fz = gz - d * nz;
    double tx = ny * gz - nz * gy;
    double ty = nz * gx - nx * gz;
    double tz = nx * gy - ny * gx;
    double limit = Math.sqrt((reachSquared - d * d) / (1 - reachSquared));
    double from = along(v, i, fx, fy, fz, tx, ty, tz);
    double to = along(v, j, fx, fy, fz, tx, ty, tz);
    boolean fromWithin = Math.abs(from) <= limit;
    boolean toWithin = Math.abs(to) <= limit;
    boolean passes = fromWithin || toWithin || (from < 0 && to > 0);
    if (!passes) {
      return azimuth(v[i], v[i + 1], v[i + 2], v[j], v[j + 1], v[j + 2]);
    }
    double sum = 0;
    if (!fromWithin) {
      sum += azimuth(v[i], v[i + 1], v[i + 2], fx - limit * tx, fy - limit * ty, fz - limit * tz);
    }
    if (!toWithin) {
      sum += azimuth(fx + limit * tx, fy + limit * ty, fz + limit * tz, v[j], v[j + 1], v[j + 2]);
    }
    return sum + integral(d, fromWithin ? from : -limit, toWithin ? to : limit);
  }

  /** The tangent of the angle of a vertex from F towards T; infinite behind. */
  private static double along(
      double[] v, int i, double fx, double fy, double fz, double tx, double ty, double tz) {
    double ahead = v[i] * fx + v[i + 1] * fy + v[i + 2] * fz;
    double aside = v[i] * tx + v[i + 1] * ty + v[i + 2] * tz;
    if (ahead <= 0) {
      return aside >= 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }
    return aside / ahead;
  }

  /** The azimuth, as the gaze sees it, from one direction to another; of any length. */
  private double azimuth(double px, double py, double pz, double qx, double qy, double qz) {
    double cross = gx * (py * qz - pz * qy) + gy * (pz * qx - px * qz) + gz * (px * qy - py * qx);
    double dot =
        px * qx + py * qy + pz * qz - (px * gx + py * gy + pz * gz) * (qx * gx + qy * gy + qz * gz);
    return FastAngles.atan2(cross, dot);
  }

  /** Of {@code (1 - exp(-θ²/2σ²)) d dx / (d² + x²)}. */
  private double integral(double d, double from, double to) {
    double m = Math.sqrt(d * d + twoVariances);
    // x = m tan ψ and w = tan ψ/2, which needs no trigonometry.
    double w1 = halfTangent(from / m);
    double w2 = halfTangent(to / m);
    double width = w2 - w1;
    GaussLegendre rule = width < 0.2 ? SHORT : width < 0.7 ? MEDIUM : LONG;
    double sum = 0;
    for (int i = 0; i < rule.size(); i++) {
      double w = w1 + width * rule.at(i);
      double x = 2 * m * w / (1 - w * w);
      double xx = x * x;
      double sinSquared = (d * d + xx) / (1 + xx);
      double ratio = angleSquaredBySineSquared(sinSquared);
      double q = ratio * sinSquared / twoVariances;
      double rise = q < 1e-5 ? 1 - q / 2 : (1 - Math.exp(-q)) / q;
      sum += rule.weight(i) * rise * ratio * (m * m + xx) / ((1 + xx) * (1 + w * w));
    }
    return 2 * width * d / (m * twoVariances) * sum;
  }

  private static double halfTangent(double tangent) {
    return tangent / (1 + Math.sqrt(1 + tangent * tangent));
  }

  /** θ² / sin² θ, by its series unless the angle is large. */
  private double angleSquaredBySineSquared(double s) {
    if (s < 0.35) {
      double sum = 0;
      for (int i = terms - 1; i >= 0; i--) {
        sum = sum * s + SERIES[i];
      }
      return sum;
    }
    double angle = Math.asin(Math.sqrt(Math.min(1, s)));
    return angle * angle / s;
  }
}
