package io.gazeshift.glsge.bench;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.CalibratedBank;
import io.gazeshift.glsge.scenario.Scenes;
import io.gazeshift.glsge.scenario.SourceScene;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.List;

/**
 * The labelled side of a seed.
 *
 * @param training what the head was trained on
 * @param all that and more: mirror images, and the calibration people
 */
record BenchSource(SourceBank training, CalibratedBank all, Head head) {

  static final String DEVICE = "cpu";

  static BenchSource of(Scenes scenes, long seed) {
    SourceScene scene = scenes.source(seed);
    SourceBank training = scene.training().bank();
    SourceBank calibration = scene.calibration().bank();
    CalibratedBank all =
        CalibratedBank.of(
            List.of(
                training,
                calibration,
                scene.training().mirroredBank(),
                scene.calibration().mirroredBank()),
            calibration);
    Head head =
        new SourceTrainer(new SourceTrainer.Settings(128, 64, 25, 100, 1e-3, seed, DEVICE))
            .train(training, loss -> {}, () -> false)
            .head();
    return new BenchSource(training, all, head);
  }
}
