package io.gazeshift.daemon.doctor;

import ai.djl.engine.Engine;
import io.gazeshift.ingest.opencv.OpenCv;
import java.util.List;

/** The native libraries: do they load, and which devices do they see? */
final class EngineChecks {

  private EngineChecks() {}

  static List<Check> all() {
    return List.of(
        new Check("OpenCV", EngineChecks::openCv),
        new Check("ONNX Runtime", () -> engine("OnnxRuntime", "inference")),
        new Check("PyTorch", () -> engine("PyTorch", "adaptation")));
  }

  private static Finding openCv() {
    OpenCv.load();
    return Finding.good(OpenCv.version() + " loads");
  }

  private static Finding engine(String name, String purpose) {
    Engine engine = Engine.getEngine(name);
    int gpus = engine.getGpuCount();
    if (gpus > 0) {
      return Finding.good("%s loads, %d CUDA device(s)".formatted(engine.getVersion(), gpus));
    }
    return Finding.note(
        "%s loads, on the CPU: it sees no CUDA device".formatted(engine.getVersion()),
        "nothing, unless this machine should do %s on a GPU: then check the driver with nvidia-smi"
            .formatted(purpose));
  }
}
