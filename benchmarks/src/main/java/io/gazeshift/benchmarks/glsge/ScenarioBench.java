package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.Scenario;
import io.gazeshift.benchmarks.scenario.ScenarioScenes;
import io.gazeshift.benchmarks.scenario.TargetScene;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SafeAdaptation;
import io.gazeshift.glsge.safe.SafeResult;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.train.Adaptation;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.Objective;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/** Runs the methods on the scenarios; equal settings give equal numbers on one machine. */
public final class ScenarioBench {

  private static final double FIXED_SHRINKAGE = 0.6;

  private final BenchSettings settings;
  private final ScenarioScenes scenes = new ScenarioScenes();

  public ScenarioBench(BenchSettings settings) {
    this.settings = settings;
  }

  /**
   * Measures everything.
   *
   * @param progress is told the fraction done
   */
  public BenchReport run(DoubleConsumer progress) {
    List<Measurement> measured = new ArrayList<>();
    int units =
        settings.seeds().size()
            * settings.scenarios().size()
            * settings.frames().size()
            * settings.methods().size();
    int[] done = {0};
    for (long seed : settings.seeds()) {
      BenchSource source = BenchSource.of(scenes, seed, settings.mirrorImages());
      for (Scenario scenario : settings.scenarios()) {
        for (int frames : settings.frames()) {
          measured.add(
              measure(
                  source,
                  scenario,
                  frames,
                  seed,
                  () -> progress.accept((double) ++done[0] / units)));
        }
      }
    }
    return new BenchReport(settings, measured);
  }

  private Measurement measure(
      BenchSource source, Scenario scenario, int frames, long seed, Runnable methodDone) {
    TargetScene target = scenes.target(scenario, seed, frames);
    Map<Method, Double> errors = new EnumMap<>(Method.class);
    boolean opened = false;
    for (Method method : settings.methods()) {
      if (method == Method.SAFE) {
        SafeResult result = safe(source, frames(target), seed);
        opened = result.verdict().adapted();
        errors.put(method, Controls.error(result.head(), target.test()));
      } else {
        errors.put(method, error(method, source, target, seed));
      }
      methodDone.run();
    }
    return new Measurement(scenario, frames, seed, errors, opened);
  }

  private double error(Method method, BenchSource source, TargetScene target, long seed) {
    if (method.objective().isPresent()) {
      return Controls.error(plain(source, target, seed, method.objective().get()), target.test());
    }
    return switch (method) {
      case SHRINKAGE -> Controls.shrinkage(source.head(), target, FIXED_SHRINKAGE);
      case SHRINKAGE_BEST -> Controls.bestShrinkage(source.head(), target);
      case ALIGNMENT ->
          Controls.error(
              Controls.aligned(source.head(), source.training(), target.frames().features()),
              target.test());
      case GLSGE_PRIOR -> Controls.error(plainWithPrior(source, target, seed), target.test());
      case OFFSET -> Controls.error(offset(source, target, seed).head(), target.test());
      case SAFE_FOUND ->
          Controls.error(safe(source, found(source, target, seed), seed).head(), target.test());
      case SAFE_PRIOR ->
          Controls.error(withPrior(source, target, frames(target), seed), target.test());
      case SAFE_PRIOR_FOUND ->
          Controls.error(
              withPrior(source, target, found(source, target, seed), seed), target.test());
      case SUPERVISED_MEAN_KEPT -> Controls.supervised(source.head(), target, seed, true);
      case SUPERVISED -> Controls.supervised(source.head(), target, seed, false);
      default -> Controls.error(source.head(), target.test());
    };
  }

  private static Head plain(
      BenchSource source, TargetScene target, long seed, Objective objective) {
    return plain(source, target, settings(seed).withObjective(objective));
  }

  private static Head plainWithPrior(BenchSource source, TargetScene target, long seed) {
    return plain(source, target, settings(seed).withLabels(LabelEstimator.given(target.prior())));
  }

  private static AdaptationSettings settings(long seed) {
    return AdaptationSettings.DEFAULT.withSeed(seed).withDevice(BenchSource.DEVICE);
  }

  private static Head plain(BenchSource source, TargetScene target, AdaptationSettings settings) {
    return new Adaptation(settings)
        .run(
            source.head(),
            source.training(),
            TargetSet.unlabelled(target.frames().features()),
            epoch -> {},
            () -> false)
        .head();
  }

  private static SafeResult safe(BenchSource source, FixatedFrames frames, long seed) {
    return adaptation(seed)
        .run(source.head(), source.split().adaptation(), frames, done -> {}, () -> false);
  }

  private static Head withPrior(
      BenchSource source, TargetScene target, FixatedFrames frames, long seed) {
    return adaptation(seed)
        .runWithPrior(
            source.head(),
            source.split().adaptation(),
            frames,
            target.prior(),
            done -> {},
            () -> false)
        .head();
  }

  private static FixatedFrames found(BenchSource source, TargetScene target, long seed) {
    return FoundFrames.of(target.frames(), source.head(), seed);
  }

  private static SafeResult offset(BenchSource source, TargetScene target, long seed) {
    return adaptation(seed)
        .offset(source.head(), frames(target), target.prior().meanX(), target.prior().meanY());
  }

  private static SafeAdaptation adaptation(long seed) {
    return new SafeAdaptation(SafeSettings.DEFAULT.withSeed(seed).withDevice(BenchSource.DEVICE));
  }

  private static FixatedFrames frames(TargetScene target) {
    return new FixatedFrames(
        target.frames().features(), target.frames().fixation(), target.frames().persons());
  }
}
