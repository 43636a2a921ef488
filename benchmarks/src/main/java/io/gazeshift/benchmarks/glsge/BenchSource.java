package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.ScenarioScenes;
import io.gazeshift.benchmarks.scenario.SourceScene;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.SourceSplit;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.List;

/**
 * The labelled side of a seed.
 *
 * @param training what the head was trained on
 * @param split that, where asked for with its mirror images, and people that trained nothing
 */
record BenchSource(SourceBank training, SourceSplit split, Head head) {

  static final String DEVICE = "cpu";

  static BenchSource of(ScenarioScenes scenes, long seed, boolean mirrorImages) {
    SourceScene scene = scenes.source(seed);
    SourceBank training = scene.training().bank();
    SourceSplit split =
        SourceSplit.of(
            mirrorImages
                ? SourceBank.together(List.of(training, scene.training().mirroredBank()))
                : training,
            scene.validation().bank());
    Head head =
        new SourceTrainer(new SourceTrainer.Settings(128, 64, 25, 100, 1e-3, seed, DEVICE))
            .train(training, loss -> {}, () -> false)
            .head();
    return new BenchSource(training, split, head);
  }
}
