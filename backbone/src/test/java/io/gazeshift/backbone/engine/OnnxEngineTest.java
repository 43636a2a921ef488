package io.gazeshift.backbone.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.util.cuda.CudaUtils;
import org.junit.jupiter.api.Test;

class OnnxEngineTest {

  @Test
  void isToldThatThereIsNoGpuInsteadOfLoadingCudaToFindOut() throws Exception {
    assumeTrue(CudaUtils.getGpuCount() == 0, "this machine has a GPU");
    Engine engine = OnnxEngine.open();

    // A DJL that names its field otherwise would go back to asking.
    assertEquals(Device.class, Engine.class.getDeclaredField("defaultDevice").getType());
    assertEquals(Device.cpu(), engine.defaultDevice());
  }
}
