package io.gazeshift.benchmarks.glsge;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.benchmarks.scenario.FrameSet;
import io.gazeshift.benchmarks.scenario.Scenario;
import io.gazeshift.benchmarks.scenario.ScenarioScenes;
import io.gazeshift.glsge.safe.FixatedFrames;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FoundFramesTest {

  private static final long SEED = 3;

  @Test
  void tracksBreakWithinPeopleAndFixationsAreFoundWithinTracks() {
    ScenarioScenes scenes = new ScenarioScenes();
    BenchSource source = BenchSource.of(scenes, SEED, false);
    FrameSet frames = scenes.target(Scenario.DRIVER, SEED, 1000).frames();

    FixatedFrames found = FoundFrames.of(frames, source.head(), SEED);

    Map<Long, Long> personOfTrack = new HashMap<>();
    Map<Integer, Long> trackOfFixation = new HashMap<>();
    for (int i = 0; i < found.size(); i++) {
      long track = found.track()[i];
      long person = frames.persons()[i];
      assertThat(personOfTrack.computeIfAbsent(track, any -> person)).isEqualTo(person);
      assertThat(trackOfFixation.computeIfAbsent(found.fixation()[i], any -> track))
          .isEqualTo(track);
    }
    long people = Arrays.stream(frames.persons()).distinct().count();
    assertThat((long) personOfTrack.size()).isGreaterThan(people);
    long given = Arrays.stream(frames.fixation()).distinct().count();
    assertThat((double) trackOfFixation.size()).isBetween(0.4 * given, 2.0 * given);
  }
}
