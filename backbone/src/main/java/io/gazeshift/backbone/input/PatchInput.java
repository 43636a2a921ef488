package io.gazeshift.backbone.input;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * A normalised patch: each channel is {@code (pixel / 255 - mean) / std}, the channels in this
 * order. {@code output} names the tensor that holds the features and may be absent where the
 * network has only one.
 */
public record PatchInput(
    @JsonProperty(value = "input_size", required = true) int inputSize,
    @JsonProperty(value = "channels", required = true) Channels channels,
    @JsonProperty(value = "mean", required = true) List<Double> mean,
    @JsonProperty(value = "std", required = true) List<Double> std,
    @JsonProperty("output") String output)
    implements BackboneInput {

  /** The order of the colour channels. */
  public enum Channels {
    RGB,
    BGR
  }

  private static final int MAX_INPUT_SIZE = 1024;

  static final String KIND = "patch";

  private static final int CHANNELS = 3;

  public PatchInput {
    if (inputSize < 1 || inputSize > MAX_INPUT_SIZE) {
      throw new IllegalArgumentException(
          "input_size is %d, must be 1 to %d".formatted(inputSize, MAX_INPUT_SIZE));
    }
    if (channels == null) {
      throw new IllegalArgumentException("channels is missing, must be RGB or BGR");
    }
    mean = threeFinite("mean", mean);
    std = threeFinite("std", std);
    if (std.stream().anyMatch(value -> value <= 0)) {
      throw new IllegalArgumentException("std is %s, must be above 0".formatted(std));
    }
  }

  /** What networks trained on ImageNet expect. */
  public static PatchInput imageNet(int inputSize) {
    return new PatchInput(
        inputSize, Channels.RGB, List.of(0.485, 0.456, 0.406), List.of(0.229, 0.224, 0.225), null);
  }

  /** The same with another output. */
  public PatchInput withOutput(String name) {
    return new PatchInput(inputSize, channels, mean, std, name);
  }

  @Override
  public List<Long> shape() {
    return List.of((long) CHANNELS, (long) inputSize, (long) inputSize);
  }

  @Override
  public OptionalInt patchSize() {
    return OptionalInt.of(inputSize);
  }

  @Override
  public FaceReader newReader() {
    return new PatchReader(this);
  }

  @Override
  public String toJson() {
    return InputJson.text(this);
  }

  @Override
  public String canonical(String resolvedOutput) {
    return "input_size=%d channels=%s mean=%s std=%s output=%s"
        .formatted(inputSize, channels, text(mean), text(std), resolvedOutput);
  }

  private static String text(List<Double> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  private static List<Double> threeFinite(String name, List<Double> values) {
    if (values == null
        || values.size() != 3
        || !values.stream().allMatch(value -> value != null && Double.isFinite(value))) {
      throw new IllegalArgumentException(
          "%s is %s, must be 3 numbers, one for each channel".formatted(name, values));
    }
    return List.copyOf(values);
  }
}
