package io.gazeshift.backbone.engine;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.onnx.OnnxFiles;
import io.gazeshift.backbone.onnx.OnnxSignature;
import io.gazeshift.backbone.onnx.OnnxSignature.Value;
import io.gazeshift.common.UserError;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Opens ONNX networks: they run in ONNX Runtime, through DJL. */
public final class OnnxBackbone {

  private OnnxBackbone() {}

  /** Opens a network from its file's bytes; {@code source} names it in messages. */
  public static Backbone open(
      byte[] onnx, BackboneInput input, BackboneOptions options, String source) {
    OnnxSignature signature = OnnxSignature.of(onnx, source);
    rejectMisfit(signature, input, source);
    OutputChoice output = new OutputChoice(input.output(), source);
    List<String> outputs = signature.outputs().stream().map(Value::name).toList();
    String fingerprint = Fingerprint.of(onnx, input, outputs.get(output.index(outputs)));
    Engine engine = OnnxEngine.open();
    DeviceChoice choice = DeviceChoice.of(options.device(), DeviceChoice.Offer.onnxRuntime());
    Model model = engine.newModel("backbone", choice.device());
    // Needed while the network is loaded, and not after it.
    try (SessionOptions sessionOptions = sessionOptions(options)) {
      model.load(
          new ByteArrayInputStream(OnnxFiles.withConstantWeights(onnx, source)),
          Map.of("sessionOptions", sessionOptions));
      // ONNX Runtime reads a direct buffer where it lies.
      return new LoadedBackbone(
          output,
          input,
          fingerprint,
          choice,
          model,
          (manager, floats, shape) -> manager.create(floats, shape));
    } catch (IOException | MalformedModelException | RuntimeException e) {
      model.close();
      if (e instanceof UserError rejected) {
        throw rejected;
      }
      throw new UserError(
          "%s: ONNX Runtime rejects the model: %s".formatted(source, EngineMessage.of(e)), e);
    }
  }

  private static void rejectMisfit(OnnxSignature signature, BackboneInput expected, String source) {
    if (signature.inputs().size() != 1) {
      throw new UserError(
          "%s: has the inputs %s; a backbone must have exactly one"
              .formatted(source, signature.inputs()));
    }
    Value input = signature.inputs().get(0);
    List<Long> needed = new ArrayList<>(List.of(OnnxSignature.ANY));
    needed.addAll(expected.shape());
    boolean unstated = input.shape().isEmpty();
    boolean fits = input.isFloat() && (unstated || input.shape().size() == needed.size());
    for (int i = 1; fits && !unstated && i < needed.size(); i++) {
      long length = input.shape().get(i);
      fits = length == OnnxSignature.ANY || length == needed.get(i);
    }
    if (!fits) {
      throw new UserError(
          "%s: has the input %s, expected float32 [any, %s]; check input and input_size in %s"
              .formatted(source, input, text(expected.shape()), BackboneInput.FILE_NAME));
    }
    if (!unstated && input.shape().get(0) > 1) {
      throw new UserError(
          "%s: accepts only batches of %d; export it with dynamic_axes={'%s': {0: 'batch'}}"
              .formatted(source, input.shape().get(0), input.name()));
    }
  }

  private static String text(List<Long> shape) {
    return shape.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static SessionOptions sessionOptions(BackboneOptions options) {
    SessionOptions session = new SessionOptions();
    try {
      session.setIntraOpNumThreads(options.threads());
      // Threads that spin between batches would take the cores from decoding and Kafka.
      session.addConfigEntry("session.intra_op.allow_spinning", "0");
      return session;
    } catch (OrtException e) {
      session.close();
      throw new UserError("ONNX Runtime rejects the session options: " + e.getMessage(), e);
    }
  }
}
