package io.gazeshift.benchmarks.glsge;

import io.gazeshift.benchmarks.scenario.ScenarioScenes;
import io.gazeshift.benchmarks.scenario.SourceScene;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.SourceWithValidation;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.List;
import java.util.stream.Stream;

/**
 * The labelled side of a seed.
 *
 * @param training what the head was trained on
 * @param all that and more: the validation people, and where asked for mirror images
 */
record BenchSource(SourceBank training, SourceWithValidation all, Head head) {

  static final String DEVICE = "cpu";

  static BenchSource of(ScenarioScenes scenes, long seed, boolean mirrorImages) {
    SourceScene scene = scenes.source(seed);
    SourceBank training = scene.training().bank();
    SourceBank calibration = scene.validation().bank();
    List<SourceBank> frames = List.of(training, calibration);
    List<SourceBank> mirrored =
        List.of(scene.training().mirroredBank(), scene.validation().mirroredBank());
    SourceWithValidation all =
        SourceWithValidation.of(
            mirrorImages ? Stream.of(frames, mirrored).flatMap(List::stream).toList() : frames,
            calibration);
    Head head =
        new SourceTrainer(new SourceTrainer.Settings(128, 64, 25, 100, 1e-3, seed, DEVICE))
            .train(training, loss -> {}, () -> false)
            .head();
    return new BenchSource(training, all, head);
  }
}
