package io.gazeshift.glsge.train;

import ai.djl.Device;
import ai.djl.engine.Engine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where networks are trained: {@code auto}, {@code cpu} or {@code cuda:N}. */
public final class TrainingDevice {

  private static final Pattern CUDA = Pattern.compile("cuda(?::(\\d{1,3}))?");

  private TrainingDevice() {}

  /** The engine that every network of this package runs on. */
  static Engine engine() {
    return Engine.getEngine("PyTorch");
  }

  /** The device of a configured name; {@code auto} takes the first GPU where there is one. */
  public static Device parse(String name) {
    if (name.equals("cpu")) {
      return Device.cpu();
    }
    int gpus = engine().getGpuCount();
    if (name.equals("auto")) {
      return gpus > 0 ? Device.gpu(0) : Device.cpu();
    }
    Matcher matcher = CUDA.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "unknown device '%s'; use auto, cpu, cuda:0, cuda:1, ...".formatted(name));
    }
    int index = matcher.group(1) == null ? 0 : Integer.parseInt(matcher.group(1));
    if (index >= gpus) {
      throw new IllegalArgumentException(
          "no device '%s': PyTorch finds %d GPUs; use auto or cpu".formatted(name, gpus));
    }
    return Device.gpu(index);
  }
}
