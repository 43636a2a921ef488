package io.gazeshift.backbone.engine;

import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.onnx.OnnxSignature;
import io.gazeshift.backbone.onnx.OnnxSignature.Value;
import io.gazeshift.common.UserError;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The file of a network. Its first bytes tell its format, not its name. Nothing is loaded before
 * {@link #open}.
 */
@SuppressWarnings("ArrayRecordComponent") // Large, never compared and never written to.
public record BackboneFile(byte[] bytes, Format format, String source) {

  /** The formats that are understood, each with the engine that runs it. */
  public enum Format {
    ONNX("ONNX Runtime"),
    TORCHSCRIPT("PyTorch");

    private final String engine;

    Format(String engine) {
      this.engine = engine;
    }

    public String engine() {
      return engine;
    }
  }

  /**
   * What the file says of itself, in its own words. The count of weights is exact for ONNX; for
   * TorchScript it is the stored bytes at 4 a number.
   */
  public record Facts(List<String> inputs, List<String> outputs, long weightCount) {}

  private static final String ZIP = "PK\3\4";

  /** Takes a file's bytes, which must not change any more; {@code source} names it in messages. */
  public static BackboneFile of(byte[] bytes, String source) {
    if (startsWith(bytes, ZIP)) {
      return new BackboneFile(bytes, Format.TORCHSCRIPT, source);
    }
    if (OnnxSignature.isModel(bytes)) {
      return new BackboneFile(bytes, Format.ONNX, source);
    }
    throw new UserError(
        source
            + ": neither an ONNX model nor a TorchScript archive; export the network with"
            + " torch.onnx.export(...) or torch.jit.trace(...).save(...)");
  }

  /** Opens the network, which is the caller's to close. */
  public Backbone open(BackboneInput input, BackboneOptions options) {
    return switch (format) {
      case ONNX -> OnnxBackbone.open(bytes, input, options, source);
      case TORCHSCRIPT -> TorchScriptBackbone.open(bytes, input, options, source);
    };
  }

  public Facts facts() {
    return switch (format) {
      case ONNX -> {
        OnnxSignature signature = OnnxSignature.of(bytes, source);
        yield new Facts(
            signature.inputs().stream().map(Value::toString).toList(),
            signature.outputs().stream().map(Value::toString).toList(),
            signature.weightCount());
      }
      case TORCHSCRIPT -> {
        TorchScriptArchive archive = TorchScriptArchive.of(bytes, source);
        yield new Facts(
            archive.inputs(), List.of(archive.output()), archive.weightBytes() / Float.BYTES);
      }
    };
  }

  private static boolean startsWith(byte[] bytes, String magic) {
    return bytes.length >= magic.length()
        && new String(bytes, 0, magic.length(), StandardCharsets.ISO_8859_1).equals(magic);
  }
}
