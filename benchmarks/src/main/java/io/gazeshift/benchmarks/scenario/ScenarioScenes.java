package io.gazeshift.benchmarks.scenario;

import io.gazeshift.glsge.data.Tensor;
import io.gazeshift.glsge.label.SitePrior;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Makes the data of the scenarios; equal seeds give equal data. Thread-safe. */
public final class ScenarioScenes {

  private static final int FRAMES_EACH = 5;
  private static final int PERSON_NUMBERS = 18;
  private static final int TRAINING_FRAMES = 3600;
  private static final int CALIBRATION_PEOPLE = 15;
  private static final int CALIBRATION_FIXATIONS = 480;
  private static final int TEST_FRAMES = 1000;
  private static final int GLANCES = 20;
  private static final long SOURCE_STREAM = 78;

  private final EyeBackbone backbone = EyeBackbone.load();
  private final List<ScenarioPerson> known = knownPeople();

  /** The source of a run, with mirrored faces. */
  public SourceScene source(long seed) {
    RandomGenerator random = stream(seed, SOURCE_STREAM);
    FrameSet training =
        new ScenarioDomain(known, Conditions.SOURCE, new ScenarioGaze.Wide(), ScenarioFault.NONE)
            .sample(backbone, random, TRAINING_FRAMES, 1, true);
    List<ScenarioPerson> others =
        people(random, ScenarioPerson.Population.SOURCE, CALIBRATION_PEOPLE);
    FrameSet calibration =
        new ScenarioDomain(others, Conditions.SOURCE, new ScenarioGaze.Wide(), ScenarioFault.NONE)
            .sample(backbone, random, CALIBRATION_FIXATIONS, FRAMES_EACH, true);
    return new SourceScene(training, calibration);
  }

  /**
   * The target of a run.
   *
   * @param frames how many unlabelled ones there are, a multiple of five
   */
  @SuppressWarnings("EnumOrdinal") // Only tells the random streams of the scenarios apart.
  public TargetScene target(Scenario scenario, long seed, int frames) {
    if (frames < FRAMES_EACH || frames % FRAMES_EACH != 0) {
      throw new IllegalArgumentException(
          ("a target consists of fixations of %d frames, but %d frames are not a multiple"
                  + " of that")
              .formatted(FRAMES_EACH, frames));
    }
    RandomGenerator random = stream(seed, scenario.ordinal());
    ScenarioDomain domain = domain(scenario, random);
    // The test comes first, so that it is the same for every size of the target.
    FrameSet test = domain.tested().sample(backbone, random, TEST_FRAMES, 1, false);
    FrameSet seen = domain.sample(backbone, random, frames / FRAMES_EACH, FRAMES_EACH, false);
    SitePrior prior = domain.distribution().prior(random);
    FrameSet glances = domain.tested().sample(backbone, random, GLANCES, FRAMES_EACH, false);
    return new TargetScene(seen, test, glances, prior);
  }

  static ScenarioDomain domain(Scenario scenario, RandomGenerator random) {
    Conditions conditions = Conditions.draw(random, scenario.level);
    ScenarioPerson.Population population = Conditions.drawPopulation(random, scenario.level);
    ScenarioGaze.Centre centre = ScenarioGaze.Centre.draw(random);
    if (scenario.asideDeg > 0) {
      double turned = random.nextBoolean() ? scenario.asideDeg : -scenario.asideDeg;
      conditions = conditions.withHeadTurnedBy(turned);
      centre = new ScenarioGaze.Centre(0.4 * centre.yaw() + turned, centre.pitch());
    }
    ScenarioGaze distribution =
        switch (scenario.pattern) {
          case WIDE -> new ScenarioGaze.Wide();
          case NARROW -> ScenarioGaze.Narrow.draw(centre, random);
          case DRIVER -> new ScenarioGaze.Driver(0.3 * centre.yaw(), 0.3 * centre.pitch());
        };
    List<ScenarioPerson> people = people(random, population, scenario.people);
    return new ScenarioDomain(
        people, conditions, distribution, ScenarioFault.draw(scenario.fault, random));
  }

  private static List<ScenarioPerson> people(
      RandomGenerator random, ScenarioPerson.Population population, int count) {
    List<ScenarioPerson> people = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      people.add(ScenarioPerson.draw(random, population));
    }
    return people;
  }

  /** The people that the backbone was trained on. */
  private static List<ScenarioPerson> knownPeople() {
    Tensor rows = EyeBackbone.resource("people.safetensors").tensor("people");
    rows.requireShape(-1, PERSON_NUMBERS);
    List<ScenarioPerson> people = new ArrayList<>();
    float[] row = new float[PERSON_NUMBERS];
    for (int from = 0; from < rows.size(); from += PERSON_NUMBERS) {
      rows.copyFloats(from, row, 0, PERSON_NUMBERS);
      people.add(ScenarioPerson.of(row));
    }
    return people;
  }

  private static RandomGenerator stream(long seed, long stream) {
    return new SplittableRandom(seed * 1_000_003 + stream);
  }
}
