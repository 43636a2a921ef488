package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.UserError;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.GazePrediction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LivePredictorTest {

  private static final long CAPTURE_MICROS = 1_700_000_000_000_000L;

  private final ModelDirectory model = ModelDirectory.builtIn(BuiltInModel.STUDIO);

  @Test
  void aFrameOfMoreFacesThanABatchIsPredictedWhole() throws InterruptedException {
    RenderedFaces rendered = new RenderedFaces(SyntheticScene.STUDIO, 5, 5);
    List<FaceFrame> faces =
        IntStream.range(0, 5)
            .mapToObj(seq -> rendered.face("cam", 1, seq, CAPTURE_MICROS).face())
            .toList();
    try (Backbone backbone = model.openBackbone(new BackboneOptions("cpu", 1))) {
      List<GazePrediction> predictions =
          predictor(2, Optional.empty(), backbone).predictions(faces);
      assertThat(predictions)
          .extracting(prediction -> prediction.getIdentity().getFrameSeq())
          .containsExactly(0L, 1L, 2L, 3L, 4L);
    }
  }

  @Test
  void aBatchThatNoBufferHoldsIsRejectedInWords() {
    int floats = PatchInput.imageNet(1024).floatsPerFace();
    assertThatThrownBy(() -> InputMemory.allocate(1, 1024, floats))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("infer.max-batch: 1024 needs 12288 MiB");
  }

  /** The last of a batch may become too old; the busy camera's come first and are most of it. */
  @Test
  void whereFacesHaveAMaximumAgeCamerasTakeTurns() throws InterruptedException {
    List<FaceFrame> faces = new ArrayList<>();
    for (int seq = 0; seq < 4; seq++) {
      faces.add(face("busy", seq));
    }
    faces.add(face("a", 0));
    faces.add(face("b", 0));
    faces.add(face("b", 1));
    try (Backbone backbone = model.openBackbone(new BackboneOptions("cpu", 1))) {
      LivePredictor predictor = predictor(32, Optional.of(Duration.ofHours(1)), backbone);
      assertThat(predictor.predictions(faces))
          .extracting(
              prediction ->
                  prediction.getIdentity().getCamera() + prediction.getIdentity().getFrameSeq())
          .containsExactly("busy0", "a0", "b0", "busy1", "b1", "busy2", "busy3");
      assertThat(predictor.predictions(List.of(face("busy", 4), face("a", 1))))
          .extracting(prediction -> prediction.getIdentity().getCamera())
          .containsExactly("a", "busy");
    }
  }

  private static FaceFrame face(String camera, long seq) throws InterruptedException {
    return new RenderedFaces(SyntheticScene.STUDIO, 5, 5)
        .face(camera, 1, seq, CAPTURE_MICROS)
        .face();
  }

  private LivePredictor predictor(int maxBatch, Optional<Duration> maxAge, Backbone backbone) {
    InferConfig config =
        new InferConfig(
            BuiltInModel.STUDIO.path(),
            "cpu",
            1,
            1,
            maxBatch,
            Duration.ZERO,
            maxAge,
            Duration.ofMinutes(1),
            "group",
            "instance",
            InferConfig.Delivery.EXACTLY_ONCE,
            List.of(),
            InferConfig.PersonCorrection.OFF);
    return new LivePredictor(
        config,
        new ServedModel(backbone, new ActiveHeads(model.sourceHead())),
        BoundedMeters.of(new SimpleMeterRegistry()),
        () -> Instant.ofEpochSecond(0, 1000 * (CAPTURE_MICROS + 9_000)));
  }
}
