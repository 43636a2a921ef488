package io.gazeshift.daemon.doctor;

import ai.djl.engine.Engine;
import ai.onnxruntime.OrtEnvironment;
import io.gazeshift.daemon.Libraries;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.ffmpeg.Ffmpeg;
import java.util.List;

/** The native libraries: do they load, and which devices do they see? */
final class EngineChecks {

  private EngineChecks() {}

  static List<Check> all() {
    return List.of(
        new Check("OpenCV", EngineChecks::openCv),
        new Check("FFmpeg", EngineChecks::ffmpeg),
        new Check("ONNX Runtime", EngineChecks::onnxRuntime),
        new Check("PyTorch", EngineChecks::pyTorch));
  }

  private static Finding openCv() {
    OpenCv.load();
    return Finding.good(OpenCv.version() + " loads");
  }

  private static Finding ffmpeg() {
    return Finding.good(Ffmpeg.version() + " loads");
  }

  /** DJL names the version it was built with, not the one it runs on. */
  private static Finding onnxRuntime() {
    return engine(
        Engine.getEngine("OnnxRuntime"), Libraries.versionOf(OrtEnvironment.class), "inference");
  }

  private static Finding pyTorch() {
    Engine engine = Engine.getEngine("PyTorch");
    return engine(engine, engine.getVersion(), "adaptation");
  }

  private static Finding engine(Engine engine, String version, String purpose) {
    int gpus = engine.getGpuCount();
    if (gpus > 0) {
      return Finding.good("%s loads, %d CUDA device(s)".formatted(version, gpus));
    }
    return Finding.note(
        "%s loads, on the CPU: it sees no CUDA device".formatted(version),
        "nothing, unless this machine should do %s on a GPU: then check the driver with nvidia-smi"
            .formatted(purpose));
  }
}
