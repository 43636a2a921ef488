package io.gazeshift.targets.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gazeshift.common.config.ConfigLoader;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Schema;
import io.gazeshift.common.config.Setting;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.PixelSize;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import io.gazeshift.targets.shape.TargetShape.Unit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DomainTargetsTest {

  @TempDir Path dir;

  @Test
  void everyKindOfTargetIsALineOfWords() {
    DomainTargets domain =
        read(
            """
            targets:
              - monitor screen 0 170 0 size 530 300 pixels 1920 1080 share 0.6
              - tablet screen 300 200 100 / 120 200 100 / 120 330 150
              - mirror disc 950 -50 -100 radius 90mm
              - lamp disc 0 -900 300 radius 3deg
              - console polygon 50 100 0 / -150 100 0 / -150 250 60 / 50 250 60
              - printer box -600 300 -200 size 400 300 350
              - road direction 2 -3 radius 8deg share 0.4
            """);

    assertThat(domain.targets())
        .containsExactly(
            new Target(
                "monitor",
                new TargetShape.Screen(
                    ScreenPlace.ofCentre(new PointMm(0, 170, 0), 530, 300, new PointMm(0, 0, 1)),
                    Optional.of(new PixelSize(1920, 1080))),
                OptionalDouble.of(0.6)),
            new Target(
                "tablet",
                new TargetShape.Screen(
                    new ScreenPlace(
                        new PointMm(300, 200, 100),
                        new PointMm(120, 200, 100),
                        new PointMm(120, 330, 150)),
                    Optional.empty())),
            new Target(
                "mirror", new TargetShape.Disc(new PointMm(950, -50, -100), 90, Unit.MILLIMETRES)),
            new Target("lamp", new TargetShape.Disc(new PointMm(0, -900, 300), 3, Unit.DEGREES)),
            new Target(
                "console",
                new TargetShape.Polygon(
                    List.of(
                        new PointMm(50, 100, 0),
                        new PointMm(-150, 100, 0),
                        new PointMm(-150, 250, 60),
                        new PointMm(50, 250, 60)))),
            new Target(
                "printer",
                new TargetShape.Box(new PointMm(-600, 300, -200), new PointMm(400, 300, 350))),
            new Target(
                "road",
                new TargetShape.Direction(Gaze.ofDegrees(2, -3), 8),
                OptionalDouble.of(0.4)));
    assertThat(domain.withShares()).extracting(Target::name).containsExactly("monitor", "road");
    assertThat(domain.screen()).isPresent();
  }

  @Test
  void theShortFormsAreTargetsToo() {
    DomainTargets screen =
        read("screen-centre: 0 170 0\nscreen-size: 530 300\nscreen-pixels: 2560 1440");
    DomainTargets points = read("points: [road 0 -300 -20000 4deg 0.7, mirror 900 0 0 60mm]");

    assertThat(screen.targets()).extracting(Target::name).containsExactly("screen");
    assertThat(((TargetShape.Screen) screen.targets().get(0).shape()).pixels())
        .contains(new PixelSize(2560, 1440));
    assertThat(points.targets())
        .extracting(Target::shape)
        .containsExactly(
            new TargetShape.Disc(new PointMm(0, -300, -20000), 8, Unit.DEGREES),
            new TargetShape.Disc(new PointMm(900, 0, 0), 120, Unit.MILLIMETRES));
    assertThat(points.findings()).isEmpty();
  }

  @Test
  void aScreenBackToFrontStaysAcceptedInTheOldFormAndIsFound() {
    DomainTargets mirrored = read("screen-corners: [-265 20 0, 265 20 0, 265 320 0]");

    assertThat(mirrored.findings()).singleElement().asString().contains("shows its back");
    assertRejected(
        "targets: [tv screen -265 20 0 / 265 20 0 / 265 320 0]",
        "targets: 'tv' shows its back to people at 0 0 600; give the corners as they see them");
  }

  @Test
  void badGeometryIsNamedWithItsRemedy() {
    assertRejected(
        "targets: [road]",
        "targets: 'road': write NAME KIND PLACE, such as 'mirror disc 950 -50 -100 radius 90mm'");
    assertRejected(
        "targets: [a sphere 0 0 0]", "'sphere' is no kind of target; write screen, disc");
    assertRejected(
        "targets: [a disc 0 0 0]", "a disc needs a radius; add, for example, radius 90mm");
    assertRejected("targets: [a disc 0 0 radius 9mm]", "disc: '0 0' is not X Y Z in millimetres");
    assertRejected("targets: [a disc 0 0 0 radius 9]", "radius: '9' is no length or angle");
    assertRejected("targets: [a disc 0 0 0 radius 0mm]", "a radius of 0.0 mm; give one above 0");
    assertRejected("targets: [a disc 0 0 0 radius 9mm size 1 2]", "a disc has no size; remove it");
    assertRejected(
        "targets: [a disc 0 0 0 radius 9mm radius 8mm]", "'radius' occurs twice; give it once");
    assertRejected(
        "targets: [a direction 0 0 radius 9mm]", "a direction has no distance; give degrees");
    assertRejected("targets: [a direction 95 0 radius 9deg]", "give a pitch within ±90");
    assertRejected("targets: [a box 0 0 0 size 1 2]", "size: '1 2' is not 3 numbers");
    assertRejected("targets: [a box 0 0 0 size 1 0 2]", "a box needs three sizes above 0");
    assertRejected("targets: [a box 0 0 600 size 99 99 99]", "'a' contains the people at 0 0 600");
    assertRejected("targets: [a polygon 0 0 0 / 9 0 0]", "2 corners; a polygon has 3 to 16");
    assertRejected(
        "targets: [a polygon 0 0 0 / 9 0 0 / 18 0 0]", "the corners lie on a line or cross over");
    assertRejected(
        "targets: [a polygon 0 0 0 / 100 0 0 / 50 30 0 / 100 100 0 / 0 100 0]",
        "corner 3 bends inwards, so the polygon is not convex");
    assertRejected(
        "targets: [a polygon 0 0 0 / 100 0 0 / 100 100 0 / 0 100 90]",
        "off the plane of the others");
    assertRejected(
        "targets: [a polygon 0 0 0 / 9 0 0 / 9 0 50 / 0 0 50]", "'a' is seen edge-on by people");
    assertRejected(
        "targets: [a screen 0 0 0]", "a screen needs a size; add, for example, size 530");
    assertRejected(
        "targets: [a screen 0 0 0 size 9 9 pixels 0 1]", "is not WIDTH HEIGHT in pixels");
    assertRejected(
        "targets: [door disc 0 0 3000 radius 400mm]",
        "'door' is behind people at 0 0 600, 180 degrees from the camera, where their eyes are not"
            + " seen; check the sign of z, which is below 0 behind the camera");
    assertRejected("targets: [back direction 0 170 radius 8deg]", "check the sign of yaw");
    assertRejected(
        "targets: [nose disc 0 0 580 radius 8mm]", "'nose' is 20 mm from the people's heads");
    assertRejected("targets: [Elsewhere disc 0 0 0 radius 8mm]", "give the target another name");
    assertRejected("targets: [a disc 0 0 0 radius 8mm share 0]", "'a' has a share of 0.0");
    assertRejected(
        "targets: [a disc 0 0 0 radius 8mm, a disc 9 0 0 radius 8mm]",
        "targets: 'a' is the name of two targets; rename one");
    assertRejected(
        "targets: [left-mirror disc 0 0 0 radius 8mm, Left_Mirror disc 9 0 0 radius 8mm]",
        "case and '_' or '-' do not tell 'left-mirror' apart");
    assertRejected("points: [a 0 0 0 9mm, a 9 0 0 9mm]", "points: 'a' is the name of two targets");
    assertRejected("screen-pixels: 1920 1080", "screen-pixels: needs screen-centre");
  }

  private void assertRejected(String yaml, String message) {
    assertThatIllegalArgumentException()
        .as(yaml)
        .isThrownBy(() -> read(yaml))
        .withMessageContaining(message);
  }

  @Test
  void moreTargetsThanAPredictionCanHoldAreRejected() {
    StringBuilder yaml = new StringBuilder("targets:\n");
    for (int i = 0; i < 65; i++) {
      yaml.append("  - disc-%d disc %d 0 0 radius 3mm\n".formatted(i, 10 * i - 300));
    }

    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(yaml.toString()))
        .withMessage(
            "targets: 65 targets in one domain; at most 64 are possible, so leave some out or join"
                + " them");
  }

  private DomainTargets read(String yaml) {
    List<Setting<?>> settings = new ArrayList<>(List.of(DomainTargets.NAME));
    settings.addAll(DomainTargets.GEOMETRY);
    try {
      Path file =
          Files.writeString(
              dir.resolve("gazeshift.yaml"), "domains:\n  - name: lab\n" + yaml.indent(4));
      EffectiveConfig config =
          new ConfigLoader(new Schema(settings), Map.of()).load(Optional.of(file), List.of());
      return DomainTargets.at(config, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
