package io.gazeshift.daemon.doctor;

import ai.djl.engine.Engine;
import ai.djl.util.cuda.CudaUtils;
import ai.onnxruntime.OrtEnvironment;
import io.gazeshift.backbone.engine.OnnxEngine;
import io.gazeshift.backbone.engine.TorchEngine;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.process.Libraries;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.ffmpeg.Ffmpeg;
import java.util.List;

/** Checks that native libraries load, and which devices they see. */
final class EngineChecks {

  private EngineChecks() {}

  static List<SystemCheck> all() {
    return List.of(
        new SystemCheck("OpenCV", EngineChecks::openCv),
        new SystemCheck("FFmpeg", EngineChecks::ffmpeg),
        new SystemCheck("ONNX Runtime", EngineChecks::onnxRuntime),
        new SystemCheck("PyTorch", EngineChecks::pyTorch));
  }

  private static CheckFinding openCv() {
    OpenCv.load();
    return CheckFinding.good(OpenCv.version() + " loads");
  }

  /** Its build for arm64 does not bring libva and libdrm, as the others do. */
  private static CheckFinding ffmpeg() {
    try {
      return CheckFinding.good(Ffmpeg.version() + " loads");
    } catch (UserError e) {
      return CheckFinding.bad(
          e.getMessage(),
          Platform.current().equals(Platform.LINUX_ARM64)
              ? "install libva and libdrm: apt-get install libva-drm2 (Debian, Ubuntu)"
              : "");
    }
  }

  /** DJL names the version it was built with, not the one it runs on. */
  private static CheckFinding onnxRuntime() {
    return engine(OnnxEngine.open(), Libraries.versionOf(OrtEnvironment.class), "inference");
  }

  private static CheckFinding pyTorch() {
    if (!TorchEngine.isIncluded()) {
      return CheckFinding.note(
          "not in this distribution",
          "none needed for inference, nor for adaptation on the CPU; 'pretrain', TorchScript"
              + " networks and adaptation on a GPU need the full variant");
    }
    Engine engine = TorchEngine.open(0);
    return engine(engine, engine.getVersion(), "adaptation");
  }

  private static CheckFinding engine(Engine engine, String version, String purpose) {
    // Without a device ONNX Runtime's CUDA build would complain on standard error when asked.
    int gpus = CudaUtils.getGpuCount() == 0 ? 0 : engine.getGpuCount();
    if (gpus > 0) {
      return CheckFinding.good("%s loads, %d CUDA device(s)".formatted(version, gpus));
    }
    return CheckFinding.note(
        "%s loads; no CUDA device, so it uses the CPU".formatted(version),
        "none needed for the CPU; to run %s on a GPU, check the driver with nvidia-smi"
            .formatted(purpose));
  }
}
