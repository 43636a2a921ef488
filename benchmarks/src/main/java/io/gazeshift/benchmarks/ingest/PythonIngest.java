package io.gazeshift.benchmarks.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.common.UserError;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.tflite.TfliteNet;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.opencv.core.Mat;

/**
 * The same steps in Python, in a process that works when asked and waits otherwise. What it is
 * given lies in a directory of the caller's.
 */
public final class PythonIngest implements AutoCloseable {

  /**
   * What to run.
   *
   * @param literalMesh whether it runs the attention mesh with the operators of its own file, as a
   *     common converter writes it, rather than as we have rewritten it for ONNX Runtime
   */
  public record Interpreter(Path python, Path script, boolean literalMesh) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What we read of the attention mesh; the lips are left out on both sides. */
  private static final Set<String> MESH_OUTPUTS =
      Set.of(
          "output_mesh_identity",
          "output_left_eye",
          "output_right_eye",
          "output_left_iris",
          "output_right_iris",
          "conv_faceflag");

  private final Path directory;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter requests;
  private final String version;

  /**
   * Starts it, to follow the face where our own bench has it now.
   *
   * @throws UserError where this Python cannot run the script
   */
  public PythonIngest(
      Interpreter interpreter,
      Path directory,
      BenchFrames frames,
      LocatedFace face,
      Path models,
      IngestConfig ingest)
      throws IOException {
    this.directory = directory;
    frames.write(directory.resolve("frames.raw"));
    writeAttentionMesh(new FaceModels(models), interpreter.literalMesh());
    JSON.writeValue(
        directory.resolve("setup.json").toFile(), setup(frames.intrinsics(), face, models, ingest));
    Path errors = directory.resolve("errors.txt");
    this.process = start(interpreter, errors);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.requests = process.outputWriter(StandardCharsets.UTF_8);
    String first = answers.readLine();
    if (first == null) {
      close();
      List<String> lines = Files.readAllLines(errors);
      throw new UserError(
          ("--python: %s cannot run %s (%s); it needs cv2 4.11 or newer, numpy and, for the"
                  + " attention mesh, onnxruntime")
              .formatted(
                  interpreter.python(),
                  interpreter.script(),
                  lines.isEmpty() ? "no output" : lines.get(lines.size() - 1)));
    }
    JsonNode versions = JSON.readTree(first);
    this.version =
        "Python %s, cv2 %s, %s"
            .formatted(
                versions.get("python").asText(),
                versions.get("cv2").asText(),
                versions.get("mesh").asText());
  }

  /** Python runs the mesh that we run; no Python library reads the attention mesh's own file. */
  private void writeAttentionMesh(FaceModels models, boolean literal) throws IOException {
    if (models.isPresent(FaceModel.ATTENTION_MESH)) {
      byte[] mesh = models.read(FaceModel.ATTENTION_MESH);
      Files.write(
          directory.resolve("attention.onnx"),
          literal ? TfliteNet.literalOnnx(mesh, MESH_OUTPUTS) : TfliteNet.onnx(mesh, MESH_OUTPUTS));
    }
  }

  private Process start(Interpreter interpreter, Path errors) {
    try {
      return new ProcessBuilder(
              interpreter.python().toString(),
              interpreter.script().toAbsolutePath().toString(),
              directory.toString())
          .redirectError(errors.toFile())
          .start();
    } catch (IOException e) {
      throw UserError.usage(
          "--python: cannot run %s: %s".formatted(interpreter.python(), e.getMessage()));
    }
  }

  private static Map<String, Object> setup(
      CameraIntrinsics lens, LocatedFace face, Path models, IngestConfig ingest) {
    double x = lens.fx() * face.pose().xMm() / face.pose().zMm() + lens.cx();
    double y = lens.fy() * face.pose().yMm() / face.pose().zMm() + lens.cy();
    // Twice a head's height around the face centre; the mesh finds its own way from there.
    double size = lens.fx() * 250 / face.pose().zMm();
    return Map.ofEntries(
        Map.entry("models", models.toAbsolutePath().toString()),
        Map.entry("width", lens.width()),
        Map.entry("height", lens.height()),
        Map.entry(
            "camera", List.of(lens.fx(), 0.0, lens.cx(), 0.0, lens.fy(), lens.cy(), 0.0, 0.0, 1.0)),
        Map.entry("distortion", lens.distortion()),
        Map.entry("size", ingest.patchSizePixels()),
        Map.entry("focal", ingest.focalPixels()),
        Map.entry("distance", ingest.distanceMm()),
        Map.entry("quality", ingest.jpegQuality()),
        Map.entry("region", List.of(x, y, size, 0.0)));
  }

  /** What runs it. */
  public String version() {
    return version;
  }

  /** The median of each step over so many frames. */
  public StepTimes round(int count) throws IOException {
    requests.write(count + "\n");
    requests.flush();
    String line = answers.readLine();
    if (line == null) {
      throw new UserError(
          "--python: the script ended: "
              + Files.readString(directory.resolve("errors.txt")).strip());
    }
    JsonNode times = JSON.readTree(line);
    return new StepTimes(
        times.get("landmarks").asDouble() + times.get("pose").asDouble(),
        times.get("warp").asDouble(),
        times.get("jpeg").asDouble());
  }

  /** How far, in levels of 255 and in the mean, its last patch is from this one. */
  public double difference(Mat patch) throws IOException {
    byte[] theirs = Files.readAllBytes(directory.resolve("patch.raw"));
    byte[] ours = new byte[(int) (patch.total() * patch.elemSize())];
    patch.get(0, 0, ours);
    double sum = 0;
    for (int i = 0; i < ours.length; i++) {
      sum += Math.abs((ours[i] & 0xff) - (theirs[i] & 0xff));
    }
    return sum / ours.length;
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try (answers;
        requests) {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
