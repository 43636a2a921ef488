package io.gazeshift.daemon.doctor;

import io.gazeshift.common.config.sections.InferConfig;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BackboneOptions;
import io.gazeshift.daemon.model.ModelDirectory;
import java.util.List;

/** The model that inference would use: it is opened, and its parts must belong together. */
final class ModelChecks {

  private ModelChecks() {}

  static List<Check> all(InferConfig config) {
    return List.of(new Check("Model", () -> model(config)));
  }

  private static Finding model(InferConfig config) {
    ModelDirectory model = ModelDirectory.configured(config.model());
    try (Backbone backbone =
        model.openBackbone(new BackboneOptions(config.device(), config.threads()))) {
      return Finding.good(
          "%s, %d features, %s".formatted(model.name(), backbone.featureSize(), backbone.device()));
    }
  }
}
