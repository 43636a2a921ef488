package io.gazeshift.targets.hit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.targets.draw.SeenSize;
import io.gazeshift.targets.shape.PixelSize;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import io.gazeshift.targets.shape.TargetShape.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TargetMapTest {

  private static final PointMm EYE = new PointMm(0, 0, 600);
  private static final Target SCREEN =
      new Target(
          "screen",
          new TargetShape.Screen(
              ScreenPlace.ofCentre(new PointMm(0, 170, 0), 530, 300, new PointMm(0, 0, 1)),
              Optional.of(new PixelSize(1920, 1080))));

  @Test
  void aGazeAtTheMiddleOfTheScreenIsItsMiddlePixel() {
    RayHit hit = ray(SCREEN, new PointMm(0, 170, 0));

    assertThat(hit.inside()).isTrue();
    ScreenPoint point = hit.screen().orElseThrow();
    assertThat(point.rightMm()).isCloseTo(265, within(1e-9));
    assertThat(point.downMm()).isCloseTo(150, within(1e-9));
    assertThat(point.pixels().orElseThrow().x()).isCloseTo(960, within(1e-9));
    assertThat(point.pixels().orElseThrow().y()).isCloseTo(540, within(1e-9));
  }

  @Test
  void thePersonsRightIsTheImagesLeftAndBesideTheScreenIsFlagged() {
    // 27 mm beyond the person's right edge, which has the smaller x.
    RayHit hit = ray(SCREEN, new PointMm(-292, 20, 0));

    assertThat(hit.inside()).isFalse();
    ScreenPoint.Pixel pixel = hit.screen().orElseThrow().pixels().orElseThrow();
    assertThat(pixel.x()).isCloseTo(1920 * 557.0 / 530, within(1e-6));
    assertThat(pixel.y()).isCloseTo(0, within(1e-6));
    assertThat(hit.at().x()).isCloseTo(-292, within(1e-9));
  }

  @Test
  void aGazeAwayFromAPlaneOrFromBehindItMeetsNothing() {
    TargetMap map = new TargetMap(List.of(SCREEN));

    assertThat(map.look(EYE, Gaze.along(0, 0, 1), AngularSigma.DEFAULT).targets().get(0).ray())
        .isEmpty();
    GazeHits behind =
        map.look(new PointMm(0, 170, -600), Gaze.along(0, 0, 1), AngularSigma.DEFAULT);
    assertThat(behind.targets().get(0).ray()).isEmpty();
    assertThat(behind.elsewhere()).isEqualTo(1);
  }

  @Test
  void withoutUncertaintyTheProbabilityIsTheRayTest() {
    Random random = new Random(11);
    int inside = 0;
    for (int round = 0; round < 3000; round++) {
      TargetMap map = new TargetMap(List.of(anyTarget(random, "it")));
      Gaze middle =
          SeenSize.of(map.targets().get(0).shape(), EYE)
              .map(SeenSize::gaze)
              .orElse(Gaze.INTO_CAMERA);
      Gaze gaze =
          Gaze.ofDegrees(
              middle.pitchDeg() + 10 * random.nextGaussian(),
              middle.yawDeg() + 10 * random.nextGaussian());
      TargetHit hit = map.look(EYE, gaze, AngularSigma.ofDegrees(1e-4)).targets().get(0);
      boolean met =
          hit.target().shape() instanceof TargetShape.Direction direction
              ? direction.gaze().angleToRad(gaze) < Math.toRadians(direction.radiusDeg())
              : hit.ray().map(RayHit::inside).orElse(false);
      inside += met ? 1 : 0;

      assertThat(hit.probability())
          .as("%s at %s", hit.target(), gaze)
          .isCloseTo(met ? 1 : 0, within(1e-3));
    }
    assertThat(inside).isGreaterThan(300);
  }

  @Test
  void probabilitiesSumToOneWithElsewhere() {
    Random random = new Random(12);
    for (int round = 0; round < 1000; round++) {
      GazeHits hits =
          anyMap(random)
              .look(
                  anyEye(random),
                  Gaze.ofDegrees(random.nextDouble(-40, 40), random.nextDouble(-50, 50)),
                  AngularSigma.ofDegrees(random.nextDouble(0.1, 15)));
      double sum = hits.targets().stream().mapToDouble(TargetHit::probability).sum();

      assertThat(hits.targets())
          .allSatisfy(hit -> assertThat(hit.probability()).isBetween(0.0, 1.0));
      assertThat(sum).isLessThanOrEqualTo(1 + 1e-12);
      assertThat(sum + hits.elsewhere()).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void turningEyeGazeAndTargetsTogetherChangesNothing() {
    Random random = new Random(13);
    for (int round = 0; round < 300; round++) {
      List<Target> targets = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        targets.add(anyFlatTarget(random, "t" + i));
      }
      PointMm eye = anyEye(random);
      Gaze gaze = Gaze.ofDegrees(random.nextDouble(-40, 40), random.nextDouble(-50, 50));
      AngularSigma sigma = AngularSigma.ofDegrees(random.nextDouble(0.5, 10));
      Rotation turn =
          Rotation.about(
              random.nextGaussian(),
              random.nextGaussian(),
              random.nextGaussian(),
              random.nextDouble(0, 6));
      PointMm shift = new PointMm(random.nextGaussian(), random.nextGaussian(), 1).times(300);
      UnaryOperator<PointMm> move = at -> turned(turn, at).plus(shift);

      GazeHits before = new TargetMap(targets).look(eye, gaze, sigma);
      GazeHits after =
          new TargetMap(targets.stream().map(target -> moved(target, move, turn)).toList())
              .look(move.apply(eye), gaze.rotatedBy(turn), sigma);

      for (int i = 0; i < targets.size(); i++) {
        assertThat(after.targets().get(i).probability())
            .as("%s", targets.get(i))
            .isCloseTo(before.targets().get(i).probability(), within(2e-3));
      }
    }
  }

  /** Also where what two of them have in common is hardly more than a point. */
  @Test
  void noTargetIsMoreProbableThanAlone() {
    Random random = new Random(23);
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      double x = -300 + 150 * (i % 4);
      double y = -200 + 200 * (i / 4);
      targets.add(
          i % 2 == 0
              ? new Target(
                  "disc-" + i, new TargetShape.Disc(new PointMm(x, y, 40), 90, Unit.MILLIMETRES))
              : rectangle("panel-" + i, x, x + 200, -i));
    }
    TargetMap all = new TargetMap(targets);
    List<TargetMap> alone = targets.stream().map(each -> new TargetMap(List.of(each))).toList();
    for (int look = 0; look < 2000; look++) {
      Gaze gaze = Gaze.ofDegrees(10 * random.nextGaussian(), 20 * random.nextGaussian());
      AngularSigma sigma = AngularSigma.ofDegrees(random.nextDouble(0.5, 8));
      GazeHits hits = all.look(EYE, gaze, sigma);
      for (int i = 0; i < targets.size(); i++) {
        assertThat(hits.targets().get(i).probability())
            .isLessThanOrEqualTo(
                alone.get(i).look(EYE, gaze, sigma).targets().get(0).probability() + 2e-3);
      }
    }
  }

  @Test
  void theNearerTargetCountsWhereTwoOverlap() {
    Target far = square("far", 200, -400);
    Target near = square("near", 100, 0);
    Gaze gaze = Gaze.along(0, 0, -1);
    AngularSigma sigma = AngularSigma.ofDegrees(3);
    double nearAlone = probability(List.of(near), gaze, sigma, 0);
    double farAlone = probability(List.of(far), gaze, sigma, 0);

    for (List<Target> both : List.of(List.of(near, far), List.of(far, near))) {
      int first = both.indexOf(near);
      assertThat(probability(both, gaze, sigma, first)).isCloseTo(nearAlone, within(1e-9));
      // From 600 mm, far covers 200 / 1000 and near 100 / 600, which is within it.
      assertThat(probability(both, gaze, sigma, 1 - first))
          .isCloseTo(farAlone - nearAlone, within(1e-4));
    }
  }

  @Test
  void ofTwoInOnePlaneTheSmallerLiesOnTheLarger() {
    Target panel = square("panel", 400, 0);
    Target button =
        new Target("button", new TargetShape.Disc(new PointMm(50, 0, 0), 30, Unit.MILLIMETRES));
    Gaze gaze = Gaze.along(50, 0, -600);

    GazeHits hits =
        new TargetMap(List.of(panel, button)).look(EYE, gaze, AngularSigma.ofDegrees(0.3));

    assertThat(hits.mostProbable().orElseThrow().target()).isEqualTo(button);
    assertThat(hits.targets().get(0).probability()).isLessThan(0.01);
  }

  @Test
  void threeThatOverlapShareWhatIsSeen() {
    // Each shifted aside and behind the one before, by more than counts as one plane.
    List<Target> apart =
        List.of(
            rectangle("a", -100, 100, 0),
            rectangle("b", 0, 200 * 1.1, -60),
            rectangle("c", -50 * 1.2, 150 * 1.2, -120));
    AngularSigma sigma = AngularSigma.ofDegrees(8);
    Gaze gaze = Gaze.along(30, 10, -600);

    double union =
        new TargetMap(apart)
            .look(EYE, gaze, sigma).targets().stream().mapToDouble(TargetHit::probability).sum();
    double sampled = sampledUnion(apart, gaze, sigma);

    assertThat(union).isCloseTo(sampled, within(5e-3));
  }

  @Test
  void whatIsHiddenByABoxIsTheBox() {
    Target box =
        new Target("box", new TargetShape.Box(new PointMm(0, 0, 0), new PointMm(300, 300, 300)));
    Target mirror =
        new Target("mirror", new TargetShape.Disc(new PointMm(0, 0, -800), 50, Unit.MILLIMETRES));

    GazeHits hits =
        new TargetMap(List.of(mirror, box))
            .look(EYE, Gaze.along(0, 0, -1), AngularSigma.ofDegrees(2));

    assertThat(hits.targets().get(0).probability()).isLessThan(1e-3);
    assertThat(hits.targets().get(1).probability()).isGreaterThan(0.99);
    assertThat(hits.targets().get(1).ray().orElseThrow().at().z()).isCloseTo(150, within(1e-9));
  }

  @Test
  void aBoxIsItsSilhouette() {
    // Far away, from the side: two sides of a cube show, together as wide as its diagonal.
    double size = 100;
    PointMm eye = new PointMm(5000, 0, 5000);
    Target box =
        new Target("box", new TargetShape.Box(new PointMm(0, 0, 0), new PointMm(size, size, size)));
    AngularSigma sigma = new AngularSigma(10 * size / Math.hypot(5000, 5000));

    double probability =
        new TargetMap(List.of(box))
            .look(eye, Gaze.along(-1, 0, -1), sigma)
            .targets()
            .get(0)
            .probability();

    // A small thing: density at the middle times its solid angle.
    double distance = Math.hypot(5000, 5000);
    double solid = size * Math.sqrt(2) * size / distance / distance;
    assertThat(probability)
        .isCloseTo(solid / (2 * Math.PI * sigma.perAxisRad() * sigma.perAxisRad()), within(1e-4));
  }

  @Test
  void aPredictionsRadiusIsTurnedIntoAStandardDeviation() {
    AngularSigma sigma = AngularSigma.ofRadius68(Math.toRadians(6));
    Target ahead = new Target("ahead", new TargetShape.Direction(Gaze.INTO_CAMERA, 6));

    assertThat(probability(List.of(ahead), Gaze.INTO_CAMERA, sigma, 0))
        .isCloseTo(0.68, within(1e-9));
  }

  private static double sampledUnion(List<Target> targets, Gaze gaze, AngularSigma sigma) {
    Random random = new Random(5);
    TargetMap map = new TargetMap(targets);
    int met = 0;
    int draws = 60_000;
    double[] g = gaze.vector();
    for (int i = 0; i < draws; i++) {
      double theta = sigma.perAxisRad() * Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
      double phi = random.nextDouble(0, 2 * Math.PI);
      // The gaze looks along -z, nearly; turn about an axis that is perpendicular to it.
      double[] across = new Gaze(gaze.pitchRad() + Math.PI / 2, gaze.yawRad()).vector();
      double[] axis = Rotation.about(g[0], g[1], g[2], phi).apply(across);
      Gaze drawn = gaze.rotatedBy(Rotation.about(axis[0], axis[1], axis[2], theta));
      boolean any =
          map.look(EYE, drawn, AngularSigma.ofDegrees(1e-4)).targets().stream()
              .anyMatch(hit -> hit.ray().map(RayHit::inside).orElse(false));
      met += any ? 1 : 0;
    }
    return (double) met / draws;
  }

  private static double probability(
      List<Target> targets, Gaze gaze, AngularSigma sigma, int index) {
    return new TargetMap(targets).look(EYE, gaze, sigma).targets().get(index).probability();
  }

  private static RayHit ray(Target target, PointMm at) {
    PointMm sight = at.minus(EYE);
    return new TargetMap(List.of(target))
        .look(EYE, Gaze.along(sight.x(), sight.y(), sight.z()), AngularSigma.DEFAULT)
        .targets()
        .get(0)
        .ray()
        .orElseThrow();
  }

  private static Target square(String name, double side, double z) {
    return new Target(
        name,
        new TargetShape.Polygon(
            List.of(
                new PointMm(-side / 2, -side / 2, z),
                new PointMm(side / 2, -side / 2, z),
                new PointMm(side / 2, side / 2, z),
                new PointMm(-side / 2, side / 2, z))));
  }

  private static Target rectangle(String name, double left, double right, double z) {
    return new Target(
        name,
        new TargetShape.Polygon(
            List.of(
                new PointMm(left, -80, z),
                new PointMm(right, -80, z),
                new PointMm(right, 80, z),
                new PointMm(left, 80, z))));
  }

  private static PointMm anyEye(Random random) {
    return new PointMm(
        100 * random.nextGaussian(), 60 * random.nextGaussian(), random.nextDouble(500, 900));
  }

  private static TargetMap anyMap(Random random) {
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      targets.add(anyTarget(random, "t" + i));
    }
    return new TargetMap(targets);
  }

  private static Target anyTarget(Random random, String name) {
    return switch (random.nextInt(3)) {
      case 0 ->
          new Target(
              name,
              new TargetShape.Box(
                  anyPlace(random),
                  new PointMm(
                      random.nextDouble(20, 400),
                      random.nextDouble(20, 400),
                      random.nextDouble(20, 200))));
      default -> anyFlatTarget(random, name);
    };
  }

  /** Of the kinds that can be turned. */
  private static Target anyFlatTarget(Random random, String name) {
    PointMm place = anyPlace(random);
    TargetShape shape =
        switch (random.nextInt(4)) {
          case 0 -> new TargetShape.Disc(place, random.nextDouble(20, 200), Unit.MILLIMETRES);
          case 1 ->
              new TargetShape.Direction(
                  Gaze.ofDegrees(random.nextDouble(-30, 30), random.nextDouble(-40, 40)),
                  random.nextDouble(1, 15));
          case 2 ->
              new TargetShape.Screen(
                  ScreenPlace.ofCentre(
                      place,
                      random.nextDouble(50, 600),
                      random.nextDouble(50, 400),
                      EYE.minus(place).plus(new PointMm(random.nextGaussian(), 0, 0).times(100))),
                  Optional.empty());
          default -> {
            int corners = 3 + random.nextInt(4);
            PointMm normal = EYE.minus(place).unit();
            PointMm across = normal.cross(new PointMm(0.1, 1, 0.2)).unit();
            PointMm up = normal.cross(across);
            double radius = random.nextDouble(30, 300);
            List<PointMm> all = new ArrayList<>();
            for (int i = 0; i < corners; i++) {
              double angle = 2 * Math.PI * i / corners;
              all.add(
                  place
                      .plus(across.times(radius * Math.cos(angle)))
                      .plus(up.times(0.6 * radius * Math.sin(angle))));
            }
            yield new TargetShape.Polygon(all);
          }
        };
    return new Target(name, shape);
  }

  private static PointMm anyPlace(Random random) {
    return new PointMm(
        random.nextDouble(-600, 600), random.nextDouble(-400, 400), random.nextDouble(-900, 150));
  }

  private static PointMm turned(Rotation turn, PointMm at) {
    double[] turned = turn.apply(at.toArray());
    return new PointMm(turned[0], turned[1], turned[2]);
  }

  private static Target moved(Target target, UnaryOperator<PointMm> move, Rotation turn) {
    TargetShape shape = target.shape();
    if (shape instanceof TargetShape.Disc disc) {
      return new Target(
          target.name(),
          new TargetShape.Disc(move.apply(disc.centre()), disc.radius(), disc.unit()));
    }
    if (shape instanceof TargetShape.Direction direction) {
      return new Target(
          target.name(),
          new TargetShape.Direction(direction.gaze().rotatedBy(turn), direction.radiusDeg()));
    }
    if (shape instanceof TargetShape.Screen screen) {
      ScreenPlace place = screen.place();
      return new Target(
          target.name(),
          new TargetShape.Screen(
              new ScreenPlace(
                  move.apply(place.topLeft()),
                  move.apply(place.topRight()),
                  move.apply(place.bottomRight())),
              screen.pixels()));
    }
    return new Target(
        target.name(),
        new TargetShape.Polygon(
            ((TargetShape.Polygon) shape).corners().stream().map(move).toList()));
  }
}
