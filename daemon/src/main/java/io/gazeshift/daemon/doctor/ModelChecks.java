package io.gazeshift.daemon.doctor;

import io.gazeshift.adaptation.run.Source;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.daemon.config.DefaultModel;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.config.InferConfig;
import java.util.List;

/** Opens the model that inference would use and checks that its parts belong together. */
final class ModelChecks {

  private ModelChecks() {}

  static List<SystemCheck> all(GazeshiftConfig config) {
    return List.of(new SystemCheck("Model", () -> model(config)));
  }

  /** Heads that are too large to be published make adaptation useless, not inference. */
  private static void checkHeads(GazeshiftConfig config, ModelDirectory model) {
    if (config.adapt().enabled() && Source.bankFile(config.adapt(), model).isPresent()) {
      Source.requireSmallHeads(model);
    }
  }

  private static CheckFinding model(GazeshiftConfig config) {
    InferConfig infer = config.infer();
    ModelDirectory model = ModelDirectory.of(infer.model());
    checkHeads(config, model);
    try (Backbone backbone =
        model.openBackbone(new BackboneOptions(infer.device(), infer.threads()))) {
      return CheckFinding.good(
          "%s (%s), %d features, %s"
              .formatted(
                  model.name(),
                  DefaultModel.reason(config),
                  backbone.featureSize(),
                  backbone.device()));
    }
  }
}
