package io.gazeshift.daemon.process;

import ai.onnxruntime.OrtEnvironment;
import io.gazeshift.backbone.engine.TorchEngine;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.ffmpeg.Ffmpeg;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Unpacks the native libraries once, when an image is built or a distribution installed, so that no
 * start has to. {@code bin/gazeshift-prepare} runs it, with the caches of JavaCPP and DJL in the
 * directory.
 */
public final class NativePreparation {

  private static final String OPENBLAS = "libopenblas.so.0";

  /** JavaCPP's second name for it, which it unpacks as a second file. */
  private static final String OPENBLAS_AGAIN = "libopenblas_nolapack.so.0";

  private static final List<String> ONNX_RUNTIME =
      List.of("libonnxruntime.so", "libonnxruntime4j_jni.so");

  /** Of the variant for GPUs. */
  private static final List<String> ONNX_RUNTIME_PROVIDERS =
      List.of(
          "libonnxruntime_providers_shared.so",
          "libonnxruntime_providers_cuda.so",
          "libonnxruntime_providers_tensorrt.so");

  private NativePreparation() {}

  /**
   * Fills a directory.
   *
   * @param args the directory
   */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    OpenCv.load();
    Ffmpeg.version();
    shareOpenBlas(directory);
    unpackOnnxRuntime(directory.resolve("onnxruntime"), System.getProperty("os.arch"));
    if (TorchEngine.isIncluded()) {
      TorchEngine.open(0);
    }
  }

  /** Two copies would take the memory of two, too. */
  static void shareOpenBlas(Path directory) throws IOException {
    List<Path> copies;
    try (Stream<Path> files = Files.walk(directory)) {
      copies = files.filter(file -> file.endsWith(OPENBLAS_AGAIN)).toList();
    }
    for (Path copy : copies) {
      if (Files.exists(copy.resolveSibling(OPENBLAS)) && !Files.isSymbolicLink(copy)) {
        Files.delete(copy);
        Files.createSymbolicLink(copy, Path.of(OPENBLAS));
      }
    }
  }

  /** ONNX Runtime would unpack them at every start, into a directory for temporary files. */
  static void unpackOnnxRuntime(Path directory, String architecture) throws IOException {
    String platform = "linux-" + (architecture.equals("amd64") ? "x64" : architecture);
    Files.createDirectories(directory);
    for (String name : ONNX_RUNTIME) {
      if (!unpack(platform, name, directory)) {
        throw new FileNotFoundException(
            "ONNX Runtime's jar has no %s for %s; build the distribution for this platform"
                .formatted(name, platform));
      }
    }
    // It looks for them beside itself.
    for (String name : ONNX_RUNTIME_PROVIDERS) {
      unpack(platform, name, directory);
    }
  }

  private static boolean unpack(String platform, String name, Path directory) throws IOException {
    String resource = "/ai/onnxruntime/native/%s/%s".formatted(platform, name);
    try (InputStream library = OrtEnvironment.class.getResourceAsStream(resource)) {
      if (library != null) {
        Files.copy(library, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
      return library != null;
    }
  }
}
