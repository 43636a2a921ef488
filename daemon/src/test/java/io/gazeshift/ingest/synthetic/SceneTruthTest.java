package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.targets.config.DomainTargets;
import io.gazeshift.targets.hit.AngularSigma;
import io.gazeshift.targets.hit.GazeHits;
import io.gazeshift.targets.hit.RayHit;
import io.gazeshift.targets.hit.ScreenPoint;
import io.gazeshift.targets.hit.TargetMap;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What rendered people look at is what their true gaze meets among the targets that the scene
 * writes: nothing else need tell it.
 */
class SceneTruthTest {

  private static final int FRAMES_PER_SECOND = 15;
  private static final AngularSigma NONE = new AngularSigma(0);

  @TempDir private Path directory;

  @Test
  void theTargetsOfAllScenesAreAcceptedAndFoundRight() throws IOException {
    for (SyntheticScene scene : List.of(SyntheticScene.LAB, SyntheticScene.VEHICLE)) {
      DomainTargets targets = targets(scene);

      assertThat(targets.targets()).hasSameSizeAs(scene.targets());
      assertThat(targets.findings()).isEmpty();
    }
  }

  /** Shares of visits that are drawn out by their last fixation; saccades pass between them. */
  @Test
  void driversLookAtEachTargetAboutAsOftenAsTheSceneSays() throws IOException {
    Map<String, Double> shares = new HashMap<>();
    List<String> truths = trueTargets(SyntheticScene.VEHICLE, 30 * 60, 3);
    truths.forEach(name -> shares.merge(name, 1.0 / truths.size(), Double::sum));

    for (SceneGaze.Place place : ((SceneGaze.Places) SyntheticScene.VEHICLE.gaze()).places()) {
      assertThat(shares.get(place.name()))
          .as(place.name())
          .isBetween(0.6 * place.share(), 1.5 * place.share());
    }
    assertThat(shares.get(Target.ELSEWHERE)).isBetween(0.005, 0.05);
  }

  /** Otherwise there would be no glances to find. */
  @Test
  void driversStayOnATargetForAWhile() throws IOException {
    List<String> truths = trueTargets(SyntheticScene.VEHICLE, 30 * 60, 4);
    List<Integer> stays = new ArrayList<>();
    int since = 0;
    for (int i = 1; i < truths.size(); i++) {
      if (!truths.get(i).equals(truths.get(i - 1))) {
        if (!truths.get(i - 1).equals(Target.ELSEWHERE)) {
          stays.add(i - since);
        }
        since = i;
      }
    }
    // On the way from one target to another the gaze may pass a third.
    List<Integer> longStays =
        stays.stream().filter(frames -> frames >= 0.3 * FRAMES_PER_SECOND).sorted().toList();
    int framesOfThem = longStays.stream().mapToInt(Integer::intValue).sum();

    assertThat(longStays).hasSizeGreaterThan(400);
    assertThat((double) longStays.get(longStays.size() / 2) / FRAMES_PER_SECOND)
        .isBetween(0.5, 3.0);
    assertThat((double) framesOfThem / truths.size()).isGreaterThan(0.9);
  }

  @Test
  void thePointOnTheScreenIsTheOneThatThePersonChose() throws IOException {
    SyntheticScene scene = SyntheticScene.LAB;
    TargetMap map = new TargetMap(targets(scene).targets());
    Motion motion = new Motion(scene, new SplittableRandom(5));
    int onScreen = 0;
    int frames = 5 * 60 * FRAMES_PER_SECOND;
    for (int i = 0; i < frames; i++) {
      Moment moment = motion.at((double) i / FRAMES_PER_SECOND);
      double[] eye = moment.head().faceCentreMm();
      double[] chosen = moment.fixated();
      GazeHits hits = map.look(new PointMm(eye[0], eye[1], eye[2]), moment.gaze(), NONE);
      RayHit hit = hits.targets().get(0).ray().orElseThrow();

      // The eyes tremble by 0.12 degrees, on the plane a little more than around the eye.
      assertThat(hit.at().minus(new PointMm(chosen[0], chosen[1], chosen[2])).length())
          .isLessThan(1.5);
      ScreenPoint point = hit.screen().orElseThrow();
      ScreenPoint.Pixel pixel = point.pixels().orElseThrow();
      assertThat(pixel.x()).isCloseTo(point.rightMm() * 1920 / 530, within(0.1));
      assertThat(pixel.y()).isCloseTo(point.downMm() * 1080 / 298, within(0.1));
      onScreen += hit.inside() ? 1 : 0;
    }
    assertThat((double) onScreen / frames).isGreaterThan(0.985);
  }

  @Test
  void thePageOfScenesShowsTheirTargets() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "scenes.md"));
    // Lines are broken at any blank.
    String words = page.replaceAll("\\s+", " ");

    assertThat(SyntheticScene.LAB.targets()).allMatch(words::contains);
    assertThat(SyntheticScene.VEHICLE.targets()).allMatch(words::contains);
  }

  private List<String> trueTargets(SyntheticScene scene, int seconds, long seed)
      throws IOException {
    TargetMap map = new TargetMap(targets(scene).targets());
    Motion motion = new Motion(scene, new SplittableRandom(seed));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < seconds * FRAMES_PER_SECOND; i++) {
      Moment moment = motion.at((double) i / FRAMES_PER_SECOND);
      double[] eye = moment.head().faceCentreMm();
      names.add(
          map.look(new PointMm(eye[0], eye[1], eye[2]), moment.gaze(), NONE)
              .mostProbable()
              .map(hit -> hit.target().name())
              .orElse(Target.ELSEWHERE));
    }
    return names;
  }

  private DomainTargets targets(SyntheticScene scene) throws IOException {
    String lines =
        scene.targets().stream().map("      - %s\n"::formatted).collect(Collectors.joining());
    Path file =
        Files.writeString(
            directory.resolve("gazeshift.yaml"),
            """
            cameras: [{id: here, source: "synthetic:lab"}]
            domains:
              - name: here
                distance-mm: %.0f
                targets:
            """
                    .formatted(scene.seat().distanceMm())
                + lines);
    return GazeshiftConfig.load(Optional.of(file), Map.of(), List.of()).domains().get(0).targets();
  }
}
