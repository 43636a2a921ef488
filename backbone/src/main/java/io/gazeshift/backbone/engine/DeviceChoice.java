package io.gazeshift.backbone.engine;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.engine.StandardCapabilities;
import ai.djl.util.cuda.CudaUtils;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtProvider;
import io.gazeshift.common.UserError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the backbone runs, and one line that says why. */
record DeviceChoice(Device device, String reason) {

  private static final Pattern CUDA = Pattern.compile("cuda:(\\d{1,3})");

  /** What this machine and this build of an engine offer. */
  record Offer(String engine, boolean cudaBuild, int gpus) {

    /** Asks ONNX Runtime which providers it was built with, then CUDA for its devices. */
    static Offer onnxRuntime() {
      boolean cudaBuild = OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA);
      return new Offer("ONNX Runtime", cudaBuild, cudaBuild ? CudaUtils.getGpuCount() : 0);
    }

    static Offer pyTorch(Engine engine) {
      boolean cudaBuild = engine.hasCapability(StandardCapabilities.CUDA);
      return new Offer("PyTorch", cudaBuild, cudaBuild ? engine.getGpuCount() : 0);
    }
  }

  /** Reads {@code auto}, {@code cpu} or {@code cuda:N}. */
  static DeviceChoice of(String wish, Offer offer) {
    if (wish.equals("cpu")) {
      return new DeviceChoice(Device.cpu(), "cpu (as configured)");
    }
    if (wish.equals("auto")) {
      return auto(offer);
    }
    Matcher cuda = CUDA.matcher(wish);
    if (!cuda.matches()) {
      throw new UserError("unknown device '%s'; use auto, cpu or cuda:N".formatted(wish));
    }
    int index = Integer.parseInt(cuda.group(1));
    if (!offer.cudaBuild) {
      throw new UserError(
          ("device '%s': this build of %s does not support CUDA; use the GPU image, or"
                  + " auto or cpu")
              .formatted(wish, offer.engine));
    }
    if (index >= offer.gpus) {
      throw new UserError(
          "device '%s': CUDA finds %d device(s); use auto or cpu".formatted(wish, offer.gpus));
    }
    return new DeviceChoice(Device.gpu(index), wish + " (as configured)");
  }

  private static DeviceChoice auto(Offer offer) {
    if (!offer.cudaBuild) {
      return new DeviceChoice(
          Device.cpu(),
          "cpu (auto: this build of %s does not support CUDA)".formatted(offer.engine));
    }
    if (offer.gpus == 0) {
      return new DeviceChoice(Device.cpu(), "cpu (auto: CUDA finds no device)");
    }
    return new DeviceChoice(
        Device.gpu(0), "cuda:0 (auto: first of %d CUDA device(s))".formatted(offer.gpus));
  }
}
