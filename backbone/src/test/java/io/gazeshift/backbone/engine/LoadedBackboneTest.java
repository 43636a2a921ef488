package io.gazeshift.backbone.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import ai.djl.Model;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchInput.Channels;
import java.io.ByteArrayInputStream;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LoadedBackboneTest {

  private static final int FLOATS = 3 * SmallNet.SIDE * SmallNet.SIDE;

  private final AtomicBoolean hangs = new AtomicBoolean();
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  @Test
  void aRunningBatchKeepsItsMemoryWhenTheBackboneIsClosed() throws Exception {
    FloatBuffer batch = SmallNet.direct(FLOATS);
    batch.put(0, SmallNet.normals(FLOATS, new Random(3)));
    Backbone backbone = open();
    float[] expected = backbone.features(batch, 1);

    hangs.set(true);
    CompletableFuture<float[]> running =
        CompletableFuture.supplyAsync(() -> backbone.features(batch, 1));
    entered.await();
    backbone.close();
    released.countDown();
    assertThat(running.get()).containsExactly(expected);

    backbone.close();
    backbone.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> backbone.features(batch, 1))
        .withMessage("small: is closed");
  }

  private Backbone open() throws Exception {
    DeviceChoice cpu = DeviceChoice.of("cpu", DeviceChoice.Offer.onnxRuntime());
    Model model = OnnxEngine.open().newModel("backbone", cpu.device());
    model.load(new ByteArrayInputStream(new SmallNet(1).onnx()));
    return new LoadedBackbone(
        new OutputChoice(null, "small"),
        new PatchInput(
            SmallNet.SIDE, Channels.RGB, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), null),
        "fingerprint",
        cpu,
        model,
        (manager, floats, shape) -> {
          if (hangs.get()) {
            entered.countDown();
            awaitRelease();
          }
          return manager.create(floats, shape);
        });
  }

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
