package io.gazeshift.adaptation.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.adaptation.config.GazeCluster;
import io.gazeshift.adaptation.config.GazeCluster.Spread;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DomainPriorTest {

  private static final double DISTANCE_MM = 600;
  private static final ScreenPlace SCREEN =
      ScreenPlace.ofCentre(new PointMm(0, 170, 0), 530, 300, new PointMm(0, 0, 1));

  @Test
  void aPointBelowTheCameraIsLookedDownAtByAtan() {
    SitePrior law = known(point(0, 600, 0, "2deg"), List.of());

    assertThat(Math.toDegrees(law.meanX())).isCloseTo(-45, within(0.05));
    assertThat(Math.toDegrees(law.meanY())).isCloseTo(0, within(1e-9));
    Gaussian cluster = law.mixture().parts().get(0);
    assertThat(Math.toDegrees(cluster.covariance().xSigma())).isCloseTo(2, within(0.05));
    // Two degrees aside are more degrees of yaw, the further down one looks.
    assertThat(Math.toDegrees(cluster.covariance().ySigma()))
        .isCloseTo(2 / Math.cos(Math.toRadians(45)), within(0.05));
  }

  @Test
  void aPointOnTheRightOfTheImageIsLookedAtWithYawBelowZero() {
    // At (600, 0, 0) from (0, 0, 600): 45 degrees towards the image's right.
    SitePrior law = known(point(600, 0, 0, "10mm"), List.of());

    assertThat(Math.toDegrees(law.meanY())).isCloseTo(-45, within(0.01));
    double sigmaDeg = Math.toDegrees(10 / Math.hypot(600, 600));
    Gaussian cluster = law.mixture().parts().get(0);
    assertThat(Math.toDegrees(cluster.covariance().ySigma())).isCloseTo(sigmaDeg, within(0.01));
  }

  @Test
  void aScreenSpreadsGazeAsItsEdgesAre() {
    SitePrior law = known(screen(), List.of());

    // By hand: y from 20 to 320 mm at 600 mm, x from -265 to 265.
    assertThat(Math.toDegrees(law.meanX())).isBetween(-16.0, -14.5);
    assertThat(Math.toDegrees(law.meanY())).isCloseTo(0, within(1e-9));
    assertThat(law.covariance().ySigma())
        .isCloseTo(530 / Math.sqrt(12) / DISTANCE_MM, within(0.02));
    assertThat(law.covariance().xSigma()).isBetween(0.11, 0.145);
  }

  @Test
  void aPolygonAndABoxAreLookedAtAsTheScreenOfTheSameOutline() {
    SitePrior byScreen = known(screen(), List.of());
    List<PointMm> corners = new TargetShape.Screen(SCREEN, Optional.empty()).corners();
    PointMm middleOfTop = corners.get(0).plus(corners.get(1)).times(0.5);
    List<PointMm> five =
        List.of(corners.get(0), middleOfTop, corners.get(1), corners.get(2), corners.get(3));

    for (TargetShape shape :
        List.of(
            new TargetShape.Polygon(five),
            new TargetShape.Box(new PointMm(0, 170, -0.05), new PointMm(530, 300, 0.1)))) {
      SitePrior law =
          known(new GazeTarget.Seen(new Target("it", shape, OptionalDouble.of(1))), List.of());

      assertThat(law.meanX()).isCloseTo(byScreen.meanX(), within(1e-3));
      assertThat(law.meanY()).isCloseTo(byScreen.meanY(), within(1e-3));
      assertThat(law.covariance().xSigma()).isCloseTo(byScreen.covariance().xSigma(), within(2e-3));
      assertThat(law.covariance().ySigma()).isCloseTo(byScreen.covariance().ySigma(), within(2e-3));
    }
  }

  @Test
  void aDirectionIsLookedAtFromEverywhereAlike() {
    GazeTarget road =
        new GazeTarget.Seen(
            new Target(
                "road",
                new TargetShape.Direction(Gaze.ofDegrees(3, -20), 8),
                OptionalDouble.of(1)));
    Rotation turn = towards(0.3, 0, 1);

    for (Rotation each : List.of(Rotation.IDENTITY, turn)) {
      SitePrior law =
          DomainPrior.of(List.of(road), DISTANCE_MM)
              .inCameraAxes(List.of(each))
              .law()
              .orElseThrow();
      assertThat(Math.toDegrees(law.meanX())).isCloseTo(3, within(0.15));
      assertThat(Math.toDegrees(law.meanY())).isCloseTo(-20, within(0.15));
      assertThat(Math.toDegrees(law.covariance().xSigma())).isCloseTo(4, within(0.1));
    }
  }

  @Test
  void aFaceOnTheRightOfTheImageLooksAtTheMiddleTowardsTheLeft() {
    // The face is 30 degrees to the image's right; the screen lies about the camera.
    Rotation turn = towards(Math.tan(Math.toRadians(30)), 0, 1);
    GazeTarget middle = point(0, 0, 0, "1deg");

    SitePrior law = known(middle, List.of(turn));

    // A gaze into the camera is a gaze into the virtual camera as well.
    assertThat(Math.toDegrees(law.meanY())).isCloseTo(0, within(0.01));
    SitePrior byAngle = known(cluster(0, 30, 1, 1), List.of(turn));
    assertThat(Math.toDegrees(byAngle.meanY())).isCloseTo(0, within(0.01));
  }

  @Test
  void withoutATurnClustersStayWhatTheyAre() {
    GazeTarget.Cluster cluster = cluster(-10, 5, 6, 8, 0.4);

    Gaussian law = known(cluster, List.of()).mixture().parts().get(0);

    assertThat(law.meanX()).isCloseTo(cluster.law().meanX(), within(1e-9));
    assertThat(law.meanY()).isCloseTo(cluster.law().meanY(), within(1e-9));
    assertThat(law.covariance().xx()).isCloseTo(cluster.law().covariance().xx(), within(1e-8));
    assertThat(law.covariance().xy()).isCloseTo(cluster.law().covariance().xy(), within(1e-8));
    assertThat(law.covariance().yy()).isCloseTo(cluster.law().covariance().yy(), within(1e-8));
  }

  @Test
  void aMeanAloneIsTurnedAndStaysAMean() {
    Rotation turn = towards(0, Math.tan(Math.toRadians(20)), 1);
    SiteKnowledge site =
        DomainPrior.ofMean(Gaze.ofDegrees(-5, 0)).inVirtualAxes(List.of(turn, turn));

    Gaze expected = Gaze.ofDegrees(-5, 0).rotatedBy(turn);
    assertThat(site).isInstanceOf(SiteKnowledge.Mean.class);
    assertThat(((SiteKnowledge.Mean) site).pitchRad())
        .isCloseTo(expected.pitchRad(), within(1e-12));
    assertThat(site.law()).isEmpty();
  }

  @Test
  void gazeThatCrossesBehindIsNotTornApart() {
    // Looking away from the camera: yaw about 180 degrees.
    SitePrior law = known(point(0, 0, 5000, "5deg"), List.of());

    assertThat(Math.abs(Math.toDegrees(law.meanY()))).isCloseTo(180, within(0.1));
    assertThat(Math.toDegrees(law.covariance().ySigma())).isCloseTo(5, within(0.2));
  }

  @Test
  void sharesSurviveAndNeedNotSumToOne() {
    DomainPrior prior =
        DomainPrior.of(
            List.of(point(0, 0, -20000, "4deg", 3), point(-500, 0, 0, "2deg", 1)), DISTANCE_MM);

    SitePrior law = prior.inVirtualAxes(List.of()).law().orElseThrow();

    assertThat(law.mixture().shares()).containsExactly(0.75, 0.25);
  }

  static Stream<Long> seeds() {
    return IntStream.range(0, 6).mapToObj(Long::valueOf);
  }

  /** A fully sampled law, whatever the faces do, has the moments that are computed. */
  @ParameterizedTest
  @MethodSource("seeds")
  void theTurnedDistributionHasTheMomentsOfManySampledFrames(long seed) {
    Random random = new Random(seed);
    List<Rotation> turns = faces(random, 1000);
    double pitch = random.nextDouble(-15, 15);
    double yaw = random.nextDouble(-25, 25);
    GazeTarget.Cluster cluster = cluster(pitch, yaw, 5, 8, random.nextDouble(-0.6, 0.6));
    double x = random.nextDouble(-400, 400);
    double y = random.nextDouble(-300, 300);

    assertMoments(
        cluster,
        turns,
        random,
        (r, face) -> {
          double first = r.nextGaussian();
          double second = r.nextGaussian();
          double rho = cluster.law().covariance().correlation();
          return new Gaze(
                  cluster.law().meanX() + cluster.law().covariance().xSigma() * first,
                  cluster.law().meanY()
                      + cluster.law().covariance().ySigma()
                          * (rho * first + Math.sqrt(1 - rho * rho) * second))
              .vector();
        });
    assertMoments(
        screen(),
        turns,
        random,
        (r, face) -> vector(SCREEN.at(r.nextDouble(), r.nextDouble()).minus(face)));
    assertMoments(
        point(x, y, 0, "40mm"),
        turns,
        random,
        (r, face) -> {
          PointMm sight = new PointMm(x, y, 0).minus(face);
          PointMm noise =
              new PointMm(r.nextGaussian(), r.nextGaussian(), r.nextGaussian()).times(40);
          PointMm along = sight.unit();
          double depth = noise.x() * along.x() + noise.y() * along.y() + noise.z() * along.z();
          return vector(sight.plus(noise.minus(along.times(depth))));
        });
  }

  private static void assertMoments(
      GazeTarget target,
      List<Rotation> turns,
      Random random,
      BiFunction<Random, PointMm, double[]> look) {
    Gaussian law = known(target, turns).mixture().parts().get(0);
    Gaussian sampled =
        sampled(
            turns,
            turn -> {
              double[] ahead = turn.inverse().apply(new double[] {0, 0, 1});
              PointMm face = new PointMm(ahead[0], ahead[1], ahead[2]).times(DISTANCE_MM);
              return look.apply(random, face);
            });
    double tenthOfADegree = Math.toRadians(0.15);
    assertThat(law.meanX()).isCloseTo(sampled.meanX(), within(tenthOfADegree));
    assertThat(law.meanY()).isCloseTo(sampled.meanY(), within(tenthOfADegree));
    assertThat(law.covariance().xSigma())
        .isCloseTo(sampled.covariance().xSigma(), within(tenthOfADegree));
    assertThat(law.covariance().ySigma())
        .isCloseTo(sampled.covariance().ySigma(), within(tenthOfADegree));
    assertThat(law.covariance().correlation())
        .isCloseTo(sampled.covariance().correlation(), within(0.03));
  }

  private static Gaussian sampled(List<Rotation> turns, Function<Rotation, double[]> look) {
    int draws = 40;
    TurnedMoments moments = new TurnedMoments();
    for (Rotation turn : turns) {
      for (int i = 0; i < draws; i++) {
        moments.add(look.apply(turn), 1, turn);
      }
    }
    return moments.law();
  }

  /** Faces that move before the camera and tilt. */
  private static List<Rotation> faces(Random random, int count) {
    List<Rotation> turns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Rotation roll = Rotation.about(0, 0, 1, 0.15 * random.nextGaussian());
      turns.add(
          roll.after(towards(0.2 + 0.12 * random.nextGaussian(), 0.1 * random.nextGaussian(), 1)));
    }
    return turns;
  }

  /** From the camera's axes to those of one that looks there. */
  private static Rotation towards(double x, double y, double z) {
    PointMm ahead = new PointMm(x, y, z).unit();
    PointMm right = new PointMm(0, 1, 0).cross(ahead).unit();
    PointMm down = ahead.cross(right);
    return Rotation.ofRows(
        right.x(), right.y(), right.z(), down.x(), down.y(), down.z(), ahead.x(), ahead.y(),
        ahead.z());
  }

  private static SitePrior known(GazeTarget target, List<Rotation> turns) {
    return DomainPrior.of(List.of(target), DISTANCE_MM).inVirtualAxes(turns).law().orElseThrow();
  }

  private static GazeTarget.Cluster cluster(double... n) {
    return GazeTarget.Cluster.of(
        new GazeCluster(
            n[0], n[1], Optional.of(new Spread(n[2], n[3], n.length > 4 ? n[4] : 0)), 1));
  }

  private static GazeTarget point(double x, double y, double z, String spread) {
    return point(x, y, z, spread, 1);
  }

  private static GazeTarget point(double x, double y, double z, String spread, double share) {
    boolean inMm = spread.endsWith("mm");
    // A disc is twice as wide as looks at it are spread.
    double radius = 2 * Double.parseDouble(spread.replaceAll("[a-z]", ""));
    return new GazeTarget.Seen(
        new Target(
            "it",
            new TargetShape.Disc(
                new PointMm(x, y, z),
                radius,
                inMm ? TargetShape.Unit.MILLIMETRES : TargetShape.Unit.DEGREES),
            OptionalDouble.of(share)));
  }

  private static GazeTarget screen() {
    return new GazeTarget.Seen(
        new Target("it", new TargetShape.Screen(SCREEN, Optional.empty()), OptionalDouble.of(1)));
  }

  private static double[] vector(PointMm sight) {
    return new double[] {sight.x(), sight.y(), sight.z()};
  }
}
