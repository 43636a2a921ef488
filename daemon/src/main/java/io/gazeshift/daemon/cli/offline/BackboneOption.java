package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.samples.FeatureExtractor;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The backbone that extracts features; a picocli mixin. */
final class BackboneOption {

  @Option(
      names = {"--model", "--backbone"},
      paramLabel = "DIR",
      description = "Model directory whose backbone extracts the features. Default: studio.")
  private Path model;

  @Nullable Path model() {
    return model;
  }

  FeatureExtractor open(String device) {
    return new FeatureExtractor(
        ModelDirectory.of(model == null ? BuiltInModel.STUDIO.path() : model),
        new BackboneOptions(device, 0));
  }
}
