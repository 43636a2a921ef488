package io.gazeshift.daemon.predict;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.samples.SampleFiles;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.pipeline.LivePredictor;
import io.gazeshift.inference.pipeline.ServedModel;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.GazePrediction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * A model that predicts faces as inference does for a stream. The only class through which commands
 * on files reach inference. Owns the backbone; used by one thread.
 */
public final class ModelPredictor implements AutoCloseable {

  private final Backbone backbone;
  private final LivePredictor predictor;

  private ModelPredictor(Backbone backbone, LivePredictor predictor) {
    this.backbone = backbone;
    this.predictor = predictor;
  }

  /**
   * Opens the configured model.
   *
   * @param headFile head to predict with; the model's source head if empty
   */
  public static ModelPredictor open(
      InferConfig infer, IngestConfig ingest, Optional<Path> headFile) {
    ModelDirectory directory = ModelDirectory.of(infer.model());
    directory.requirePatches(ingest.patches(), ingest.patchSizePixels());
    Backbone backbone =
        directory.openBackbone(new BackboneOptions(infer.device(), infer.threads()));
    try {
      LivePredictor predictor =
          new LivePredictor(
              infer.forAnyAge(),
              new ServedModel(backbone, heads(directory, backbone, headFile)),
              BoundedMeters.of(new SimpleMeterRegistry()),
              InstantSource.system());
      return new ModelPredictor(backbone, predictor);
    } catch (RuntimeException e) {
      backbone.close();
      throw e;
    }
  }

  private static ActiveHeads heads(
      ModelDirectory directory, Backbone backbone, Optional<Path> headFile) {
    Optional<HeadAccuracy> usual =
        directory.hasSourceHead() ? directory.sourceHeadFile().accuracy() : Optional.empty();
    if (headFile.isEmpty()) {
      return new ActiveHeads(directory.sourceHead(), usual);
    }
    HeadFile head = SampleFiles.head(headFile.get());
    ModelDirectory.rejectForeign(head, headFile.get().toString(), backbone);
    return new ActiveHeads(head.head(), head.accuracy().or(() -> usual));
  }

  /** One prediction for each face; a face that inference would reject has none. */
  public List<GazePrediction> predictions(List<FaceFrame> faces) {
    return predictor.predictions(faces);
  }

  @Override
  public void close() {
    backbone.close();
  }
}
