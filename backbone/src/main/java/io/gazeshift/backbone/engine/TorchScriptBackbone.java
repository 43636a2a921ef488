package io.gazeshift.backbone.engine;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.common.UserError;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.util.Map;

/** Opens TorchScript networks: they run in PyTorch, through DJL. */
public final class TorchScriptBackbone {

  /** Name of the only output if the file does not name it. */
  private static final String ONLY_OUTPUT = "0";

  private TorchScriptBackbone() {}

  /** Opens a network from its file's bytes; {@code source} names it in messages. */
  public static Backbone open(
      byte[] archive, BackboneInput input, BackboneOptions options, String source) {
    TorchScriptArchive.of(archive, source);
    String wanted = input.output();
    String fingerprint = Fingerprint.of(archive, input, wanted == null ? ONLY_OUTPUT : wanted);
    Engine engine = TorchEngine.open(options.threads());
    DeviceChoice choice = DeviceChoice.of(options.device(), DeviceChoice.Offer.pyTorch(engine));
    Model model = engine.newModel("backbone", choice.device());
    try {
      // A network that was saved on a GPU comes to the chosen device all the same.
      model.load(new ByteArrayInputStream(archive), Map.of("mapLocation", "true"));
      // DJL makes a directory that it never uses.
      Files.deleteIfExists(model.getModelPath());
      return new LoadedBackbone(
          new OutputChoice(wanted, source), input, fingerprint, choice, model, new PinnedInput());
    } catch (IOException | MalformedModelException | RuntimeException e) {
      model.close();
      if (e instanceof UserError rejected) {
        throw rejected;
      }
      throw new UserError(
          "%s: PyTorch rejects the model: %s".formatted(source, EngineMessage.of(e)), e);
    }
  }

  /**
   * Memory that is used again for every batch. DJL's PyTorch reads bytes in place, but of floats it
   * would make a copy each time that only the collector frees.
   */
  private static final class PinnedInput implements LoadedBackbone.Feed {

    private ByteBuffer memory = ByteBuffer.allocateDirect(0);

    @Override
    public NDArray array(NDManager manager, FloatBuffer floats, Shape shape) {
      int length = Math.multiplyExact(floats.remaining(), Float.BYTES);
      if (memory.capacity() < length) {
        memory = ByteBuffer.allocateDirect(length).order(ByteOrder.nativeOrder());
      }
      memory.asFloatBuffer().put(floats);
      ByteBuffer exact = memory.slice(0, length).order(ByteOrder.nativeOrder());
      return manager.create(exact, shape, DataType.FLOAT32);
    }
  }
}
