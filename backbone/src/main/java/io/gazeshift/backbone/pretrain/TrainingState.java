package io.gazeshift.backbone.pretrain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.backbone.network.NetworkSpec;
import io.gazeshift.backbone.network.Parameter;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.Safetensors;
import io.gazeshift.glsge.data.SafetensorsException;
import io.gazeshift.glsge.data.SafetensorsWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The state of a training after an epoch, sufficient to resume it exactly.
 *
 * @param task names what is trained and on what; another task's state does not fit
 * @param weights of the last epoch
 * @param best those that did best on the people held out
 * @param steps that the optimiser has done
 */
record TrainingState(
    String task,
    List<Epoch> epochs,
    Map<String, float[]> weights,
    Map<String, float[]> best,
    int steps,
    Map<String, float[]> firstMoments,
    Map<String, float[]> secondMoments) {

  static final String FILE_NAME = "checkpoint.safetensors";

  private static final JsonMapper JSON = new JsonMapper();
  private static final String TASK = "task";
  private static final String EPOCHS = "epochs";
  private static final String STEPS = "steps";

  /** The epoch with the lowest error. */
  Epoch bestEpoch() {
    return epochs.stream().min(Comparator.comparingDouble(Epoch::heldOutDegrees)).orElseThrow();
  }

  /** Replaces the file in one go: a crash leaves the old state or the new one. */
  void write(Path file, NetworkSpec spec) throws IOException {
    SafetensorsWriter writer =
        new SafetensorsWriter()
            .metadata(TASK, task)
            .metadata(STEPS, Integer.toString(steps))
            .metadata(EPOCHS, json(epochs));
    for (Parameter parameter : TorchModel.parameters(spec)) {
      long[] shape = parameter.shape().stream().mapToLong(Integer::longValue).toArray();
      writer.f32("weights." + parameter.name(), weights.get(parameter.name()), shape);
      writer.f32("best." + parameter.name(), best.get(parameter.name()), shape);
      if (TorchModel.isLearned(parameter)) {
        writer.f32("first." + parameter.name(), firstMoments.get(parameter.name()), shape);
        writer.f32("second." + parameter.name(), secondMoments.get(parameter.name()), shape);
      }
    }
    Path written = file.resolveSibling(FILE_NAME + ".tmp");
    writer.write(written);
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads the state of a task.
   *
   * @throws UserError where the file is another task's or cannot be read
   */
  static TrainingState read(Path file, String task, NetworkSpec spec) {
    try {
      Safetensors tensors = Safetensors.read(file);
      String said = tensors.requireMetadata(TASK);
      if (!said.equals(task)) {
        throw new UserError(
            ("%s: belongs to another training (%s), but this one is %s; use the same"
                    + " settings, or delete the file")
                .formatted(file, said, task));
      }
      return new TrainingState(
          said,
          epochs(tensors.requireMetadata(EPOCHS), file),
          tensors(tensors, "weights.", spec, parameter -> true),
          tensors(tensors, "best.", spec, parameter -> true),
          Integer.parseInt(tensors.requireMetadata(STEPS)),
          tensors(tensors, "first.", spec, TorchModel::isLearned),
          tensors(tensors, "second.", spec, TorchModel::isLearned));
    } catch (SafetensorsException | NumberFormatException e) {
      throw new UserError(
          "%s: cannot resume from this file: %s; delete it to start over"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private static Map<String, float[]> tensors(
      Safetensors file, String prefix, NetworkSpec spec, Predicate<Parameter> wanted) {
    Map<String, float[]> values = new LinkedHashMap<>();
    TorchModel.parameters(spec).stream()
        .filter(wanted)
        .forEach(
            parameter ->
                values.put(
                    parameter.name(),
                    file.tensor(prefix + parameter.name())
                        .requireShape(
                            parameter.shape().stream().mapToLong(Integer::longValue).toArray())
                        .floats()));
    return values;
  }

  private static String json(List<Epoch> epochs) {
    try {
      return JSON.writeValueAsString(epochs);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("writing a list of numbers cannot fail", e);
    }
  }

  private static List<Epoch> epochs(String json, Path file) {
    try {
      return JSON.readValue(json, new TypeReference<List<Epoch>>() {});
    } catch (JsonProcessingException e) {
      throw new UserError("%s: cannot read its epochs; delete it to start over".formatted(file), e);
    }
  }
}
