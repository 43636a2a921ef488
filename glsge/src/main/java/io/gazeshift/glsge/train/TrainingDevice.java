package io.gazeshift.glsge.train;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.util.cuda.CudaUtils;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where networks are trained: {@code auto}, {@code cpu} or {@code cuda:N}. */
public final class TrainingDevice {

  private static final String PYTORCH = "PyTorch";

  private static final Pattern CUDA = Pattern.compile("cuda(?::(\\d{1,3}))?");

  private TrainingDevice() {}

  /** The engine that trains on a GPU. A CPU needs none, and the edge distribution has none. */
  static Engine engine() {
    return Engine.getEngine(PYTORCH);
  }

  /** Asks the driver first: loading PyTorch takes seconds and hundreds of megabytes. */
  private static int gpus() {
    return CudaUtils.getGpuCount() > 0 && Engine.hasEngine(PYTORCH) ? engine().getGpuCount() : 0;
  }

  /** The device of a configured name; {@code auto} takes the first GPU where there is one. */
  public static Device parse(String name) {
    if (name.equals("cpu")) {
      return Device.cpu();
    }
    if (name.equals("auto")) {
      return gpus() > 0 ? Device.gpu(0) : Device.cpu();
    }
    Matcher matcher = CUDA.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "unknown device '%s'; use auto, cpu, cuda:0, cuda:1, ...".formatted(name));
    }
    if (!Engine.hasEngine(PYTORCH)) {
      throw new IllegalArgumentException(
          "no device '%s': this distribution has no PyTorch; use auto or cpu, or the full variant"
              .formatted(name));
    }
    int gpus = gpus();
    int index = matcher.group(1) == null ? 0 : Integer.parseInt(matcher.group(1));
    if (index >= gpus) {
      throw new IllegalArgumentException(
          "no device '%s': PyTorch finds %d GPUs; use auto or cpu".formatted(name, gpus));
    }
    return Device.gpu(index);
  }
}
