package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.FrameSet;
import io.gazeshift.benchmarks.scenario.Scenario;
import io.gazeshift.benchmarks.scenario.ScenarioScenes;
import io.gazeshift.benchmarks.scenario.TargetScene;
import io.gazeshift.glsge.gate.Gate;
import io.gazeshift.glsge.gate.GateBounds;
import io.gazeshift.glsge.gate.GateCase;
import io.gazeshift.glsge.gate.LabelledFrame;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.FixatedFrames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Tries a gate on heads whose worth is known; equal settings give equal numbers on one machine. */
public final class GateBench {

  private static final int HELD_OUT_OF = 10;

  private final GateBenchSettings settings;
  private final Gate gate;
  private final ScenarioScenes scenes = new ScenarioScenes();

  public GateBench(GateBenchSettings settings, GateBounds bounds) {
    this.settings = settings;
    this.gate = new Gate(bounds);
  }

  /**
   * Judges everything.
   *
   * @param progress is told the fraction done
   */
  public GateReport run(DoubleConsumer progress) {
    List<GateRun> runs = new ArrayList<>();
    int units =
        settings.seeds().size() * settings.scenarios().size() * settings.candidates().size();
    int done = 0;
    for (long seed : settings.seeds()) {
      BenchSource source = BenchSource.of(scenes, seed, true);
      for (Scenario scenario : settings.scenarios()) {
        TargetScene target = scenes.target(scenario, seed, settings.frames());
        for (GateCandidate candidate : settings.candidates()) {
          runs.addAll(new Trial(source, scenario, target, candidate, seed).runs());
          progress.accept((double) ++done / units);
        }
      }
    }
    return new GateReport(settings, runs);
  }

  /** One candidate at one place, under all that may be known of the place. */
  private final class Trial {

    private final BenchSource source;
    private final Scenario scenario;
    private final TargetScene target;
    private final GateCandidate candidate;
    private final long seed;
    private final FixatedFrames training;
    private final FixatedFrames heldOut;

    Trial(
        BenchSource source,
        Scenario scenario,
        TargetScene target,
        GateCandidate candidate,
        long seed) {
      this.source = source;
      this.scenario = scenario;
      this.target = target;
      this.candidate = candidate;
      this.seed = seed;
      this.training = fixations(target.frames(), f -> f % HELD_OUT_OF != HELD_OUT_OF - 1);
      this.heldOut = fixations(target.frames(), f -> f % HELD_OUT_OF == HELD_OUT_OF - 1);
    }

    /** None where the method itself left the head alone: there is nothing to judge then. */
    List<GateRun> runs() {
      Function<FixatedFrames, Head> adaptation = remembered();
      Head adapted = adaptation.apply(training);
      if (adapted.equals(source.head())) {
        return List.of();
      }
      double before = Controls.error(source.head(), target.test());
      double after = Controls.error(adapted, target.test());
      List<GateRun> runs = new ArrayList<>();
      for (Knowledge knowledge : Knowledge.values()) {
        if (knowledge == Knowledge.NOTHING && candidate.needsPrior()) {
          continue;
        }
        boolean prior = knowledge == Knowledge.PRIOR || candidate.needsPrior();
        GateCase judged =
            new GateCase(
                source.head(),
                adapted,
                source.split(),
                training,
                heldOut,
                prior ? Optional.of(target.prior()) : Optional.empty(),
                knowledge == Knowledge.GLANCES ? labelled(target.glances()) : List.of(),
                adaptation);
        runs.add(
            new GateRun(scenario, seed, candidate, knowledge, before, after, gate.judge(judged)));
      }
      return runs;
    }

    /** Adaptations to the same frames are made once. */
    private Function<FixatedFrames, Head> remembered() {
      Map<Integer, Head> made = new HashMap<>();
      return frames ->
          made.computeIfAbsent(
              Arrays.hashCode(frames.fixation()),
              key -> candidate.adapt(source, frames, target.prior(), seed));
    }
  }

  private static FixatedFrames fixations(FrameSet set, IntPredicate wanted) {
    int[] fixation = set.fixation();
    long[] persons = set.persons();
    int[] rows = IntStream.range(0, set.size()).filter(i -> wanted.test(fixation[i])).toArray();
    return new FixatedFrames(
        set.features().rows(rows),
        Arrays.stream(rows).map(i -> fixation[i]).toArray(),
        Arrays.stream(rows).mapToLong(i -> persons[i]).toArray());
  }

  private static List<LabelledFrame> labelled(FrameSet glances) {
    int[] glance = glances.fixation();
    return IntStream.range(0, glances.size())
        .mapToObj(
            i -> {
              float[] features = new float[glances.features().width()];
              glances.features().copy(i, features, 0);
              return new LabelledFrame(
                  features,
                  glances.gaze().get(i, 0),
                  glances.gaze().get(i, 1),
                  Integer.toString(glance[i]));
            })
        .toList();
  }
}
