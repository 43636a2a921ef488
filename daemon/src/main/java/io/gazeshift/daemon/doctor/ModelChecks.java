package io.gazeshift.daemon.doctor;

import io.gazeshift.backbone.image.Backbone;
import io.gazeshift.backbone.image.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.inference.config.InferConfig;
import java.util.List;

/** Opens the model that inference would use and checks that its parts belong together. */
final class ModelChecks {

  private ModelChecks() {}

  static List<SystemCheck> all(InferConfig config) {
    return List.of(new SystemCheck("Model", () -> model(config)));
  }

  private static CheckFinding model(InferConfig config) {
    ModelDirectory model = ModelDirectory.configured(config.model());
    try (Backbone backbone =
        model.openBackbone(new BackboneOptions(config.device(), config.threads()))) {
      return CheckFinding.good(
          "%s, %d features, %s".formatted(model.name(), backbone.featureSize(), backbone.device()));
    }
  }
}
