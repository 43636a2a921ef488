package io.gazeshift.adaptation.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.adaptation.config.GazeCluster.Spread;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.targets.config.DomainTargets;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import io.gazeshift.targets.shape.TargetShape.Unit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DomainConfigTest {

  @TempDir Path dir;

  @Test
  void aDomainOfWhichNothingIsSaidIsUnknownAndPromotesAtOnce() {
    assertThat(domain("name: lab"))
        .isEqualTo(
            new DomainConfig(
                new DomainTargets("lab", List.of(), 600),
                new PriorConfig.Unknown(),
                0,
                Optional.empty()));
  }

  @Test
  void aPriorIsAMeanOrAMeanAndItsSpreadOrClustersOrGlances() {
    assertThat(domain("name: a\n    prior: -10 2.5").prior())
        .isEqualTo(clusters(new GazeCluster(-10, 2.5, Optional.empty(), 1)));
    assertThat(domain("name: a\n    prior: -10 0 6 8").prior())
        .isEqualTo(clusters(new GazeCluster(-10, 0, Optional.of(new Spread(6, 8, 0)), 1)));
    assertThat(
            domain(
                    """
                    name: a
                        prior:
                          - 2 5 3 4 0.7
                          - -12 3 2 3 0.3 -0.5""")
                .prior())
        .isEqualTo(
            clusters(
                new GazeCluster(2, 5, Optional.of(new Spread(3, 4, 0)), 0.7),
                new GazeCluster(-12, 3, Optional.of(new Spread(2, 3, -0.5)), 0.3)));
    assertThat(domain("name: a\n    prior: glances").prior()).isEqualTo(new PriorConfig.Glances());
  }

  @Test
  void aScreenIsGivenByCornersOrByItsMiddle() {
    PriorConfig byCorners =
        domain(
                """
                name: a
                    screen-corners: [265 20 0, -265 20 0, -265 320 0, 265 320 0]
                    distance-mm: 700""")
            .prior();
    PriorConfig byMiddle =
        domain("name: a\n    screen-centre: 0 170 0\n    screen-size: 530 300").prior();

    assertThat(byCorners)
        .isEqualTo(
            targets(
                new Target(
                    "screen",
                    new TargetShape.Screen(
                        new ScreenPlace(
                            new PointMm(265, 20, 0),
                            new PointMm(-265, 20, 0),
                            new PointMm(-265, 320, 0)),
                        Optional.empty()),
                    OptionalDouble.of(1))));
    // What is right for the person is left in the image.
    assertThat(byMiddle).isEqualTo(byCorners);
  }

  @Test
  void aScreenThatFacesAsideIsTurnedWithItsNormal() {
    ScreenPlace place = ScreenPlace.ofCentre(new PointMm(0, 0, 0), 200, 100, new PointMm(1, 0, 1));
    PointMm right = place.at(1, 0.5);
    double half = 100 / Math.sqrt(2);

    assertThat(right.x()).isCloseTo(-half, within(1e-9));
    assertThat(right.y()).isCloseTo(0, within(1e-9));
    assertThat(right.z()).isCloseTo(half, within(1e-9));
    assertThat(place.at(0.5, 1).y()).isCloseTo(50, within(1e-9));
  }

  @Test
  void pointsHaveAPlaceASpreadAndAShare() {
    assertThat(
            domain(
                    """
                    name: van
                        shadow: 500
                        points:
                          - road 300 -150 -20000 4deg 0.8
                          - mirror -900 -100 -200 60mm""")
                .prior())
        .isEqualTo(
            targets(
                new Target(
                    "road",
                    new TargetShape.Disc(new PointMm(300, -150, -20000), 8, Unit.DEGREES),
                    OptionalDouble.of(0.8)),
                new Target(
                    "mirror",
                    new TargetShape.Disc(new PointMm(-900, -100, -200), 120, Unit.MILLIMETRES),
                    OptionalDouble.of(1))));
  }

  @Test
  void targetsWithSharesAreThePriorAndOthersAreOnlyTargets() {
    String mirror = "mirror disc 900 -100 -200 radius 90mm";
    DomainConfig shared =
        domain(
            "name: van\n    targets: [road direction 2 0 radius 8deg share 0.7, %s]"
                .formatted(mirror));
    DomainConfig bare =
        domain("name: van\n    prior: -2 0 4 6\n    targets: [%s]".formatted(mirror));

    assertThat(shared.targets().targets())
        .extracting(Target::name)
        .containsExactly("road", "mirror");
    assertThat(((PriorConfig.Targets) shared.prior()).targets())
        .extracting(Target::name)
        .containsExactly("road");
    assertThat(bare.prior()).isInstanceOf(PriorConfig.Clusters.class);
    assertThat(bare.targets().targets()).hasSize(1);
    assertError(
        "name: van\n    prior: -2 0 4 6\n    targets: [%s share 1]".formatted(mirror),
        "domains[0].targets: goes without prior; keep the one that says where people look, or leave"
            + " out the shares of the targets");
  }

  @Test
  void theExamplesOfTheHandbookAreRead() throws IOException {
    List<DomainConfig> domains = examplesOf("priors.md");

    assertThat(domains).hasSize(6).noneMatch(d -> d.prior() instanceof PriorConfig.Unknown);
    assertThat(domains.get(2).shadowSamples()).isEqualTo(2000);
  }

  @Test
  void theTargetsOfTheHandbookAreReadAndSound() throws IOException {
    List<DomainConfig> domains = examplesOf("targets.md");

    assertThat(domains).hasSize(2).allMatch(d -> d.prior() instanceof PriorConfig.Targets);
    assertThat(domains).allSatisfy(d -> assertThat(d.targets().findings()).isEmpty());
    assertThat(domains.get(1).targets().targets()).hasSize(5);
  }

  private List<DomainConfig> examplesOf(String name) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "use", name));
    int begin = page.indexOf("```yaml\n") + 8;
    Path file =
        Files.writeString(
            dir.resolve("gazeshift.yaml"), page.substring(begin, page.indexOf("```", begin)));
    return GazeshiftConfig.load(Optional.of(file), Map.of("HOME", "/home/u"), List.of()).domains();
  }

  @Test
  void whatMakesNoSenseIsNamedWithItsRemedy() {
    String form = GazeCluster.FORM;
    assertError(
        "name: a\n    prior: 1 2 3",
        "domains[0].prior: '1 2 3' is not 'glances', or %s, or several separated by commas;"
                .formatted(form)
            + " several must all have sigmas, or empty (gazeshift.yaml:3)");
    assertError("name: a\n    prior: 1 2 3 0", "domains[0].prior: '1 2 3 0' is not");
    assertError("name: a\n    prior: 1 2 3 4 1 1", "correlation within");
    assertError("name: a\n    prior: [1 2, 3 4]", "several must all have sigmas");
    assertError("name: a\n    prior: 1 95 3 4", "domains[0].prior: '1 95 3 4' is not");
    assertError("name: a\n    prior: 1 2 3 91", "domains[0].prior: '1 2 3 91' is not");
    assertError("name: a\n    prior: 1 2 1e999 4", "domains[0].prior: '1 2 1e999 4' is not");
    assertError("name: a\n    prior: 1 2 3 4 1e7", "domains[0].prior: '1 2 3 4 1e7' is not");
    assertError("name: a\n    prior: NaN 0", "domains[0].prior: 'NaN 0' is not");
    assertError(
        "name: a\n    screen-corners: [0 0 0, 1 0 0]",
        "domains[0].screen-corners: 2 corners; give three or four: top left, top right, bottom"
            + " right, bottom left");
    assertError(
        "name: a\n    screen-corners: [0 0 0, 100 0 0, 200 0 0]",
        "domains[0].screen-corners: the corners lie on a line");
    assertError(
        "name: a\n    screen-corners: [100 0 0, 0 0 0, 0 50 0, 0 100 0]",
        "domains[0].screen-corners: the fourth corner is 112 mm off the rectangle");
    assertError(
        "name: a\n    screen-centre: 0 0 0",
        "domains[0].screen-centre: needs screen-size as well, such as 530 300");
    assertError(
        "name: a\n    screen-size: 10 10",
        "domains[0].screen-size: needs screen-centre as well, such as 0 170 0");
    assertError(
        "name: a\n    screen-centre: 0 0 0\n    screen-size: 9 9\n    screen-normal: 0 1 0",
        "domains[0].screen-normal: the normal points straight up, down or nowhere");
    assertError(
        "name: a\n    prior: 1 2\n    points: road 0 0 -9 1deg",
        "domains[0].points: goes without prior; keep the one that says where people look");
    assertError("name: a\n    points: road 0 0 -9 0deg", "domains[0].points: 'road 0 0 -9 0deg'");
    assertError("name: a\n    points: road 0 0 -9 4", "a spread such as 3deg or 60mm");
    assertError("name: a\n    shadow: -1", "domains[0].shadow: '-1' is not a whole number");
    assertError(
        "name: a\n  - name: a",
        "domains[1].name: 'a' is the name of domains[0] already; put its settings together"
            + " (gazeshift.yaml:3)");
  }

  @Test
  void glsgeHasALabelModelForEachDomainAndOneForTheOthers() {
    GazeshiftConfig config =
        load(
            """
            name: van
                label-model: mixture
              - name: lab
                label-model: site-prior
                prior: -10 0 6 8
            adapt: {method: glsge, label-model: uniform}""");
    assertThat(config.domains())
        .extracting(DomainConfig::labelModel)
        .containsExactly(
            Optional.of(LabelModelName.MIXTURE), Optional.of(LabelModelName.SITE_PRIOR));
    assertThat(config.adapt().labelModel()).contains(LabelModelName.UNIFORM);
    assertThat(config.adapt().method()).isEqualTo(AdaptConfig.Method.GLSGE);
    assertThat(load("name: a\nadapt: {method: paper}").adapt().method())
        .isEqualTo(AdaptConfig.Method.GLSGE);
  }

  @Test
  void aLabelModelThatCannotBeUsedIsRejectedByNameValueAndChoices() {
    assertError(
        "name: a\n    label-model: normal\nadapt: {method: glsge}",
        "domains[0].label-model: 'normal' is not one of truncated-gaussian, mixture, uniform,"
            + " site-prior");
    assertError(
        "name: a\n    prior: 1 2\n    label-model: site-prior\nadapt: {method: glsge}",
        "domains[0].label-model: 'site-prior' needs a prior with a spread");
    assertError(
        "name: a\n    label-model: mixture",
        "domains: label-model 'mixture' of 'a' goes with adapt.method glsge, not with safe");
    assertError(
        "name: a\nadapt: {label-model: uniform}",
        "adapt.label-model: 'uniform' goes with adapt.method glsge, not with safe");
    assertError(
        "name: a\nadapt: {method: magic}", "adapt.method: 'magic' is not one of safe, glsge");
    assertError(
        "name: a\nadapt: {gate: maybe}", "adapt.gate: 'maybe' is not one of enforce, warn, off");
  }

  private static PriorConfig targets(Target... targets) {
    return new PriorConfig.Targets(List.of(targets));
  }

  private static PriorConfig clusters(GazeCluster... clusters) {
    return new PriorConfig.Clusters(List.of(clusters));
  }

  private DomainConfig domain(String yaml) {
    return load(yaml).domains().get(0);
  }

  private void assertError(String yaml, String message) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> load(yaml))
        .withMessageContaining(message);
  }

  private GazeshiftConfig load(String item) {
    try {
      Path file =
          Files.writeString(dir.resolve("gazeshift.yaml"), "domains:\n  - %s\n".formatted(item));
      return GazeshiftConfig.load(Optional.of(file), Map.of("HOME", "/home/u"), List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
