package io.gazeshift.backbone.image;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.common.UserError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a backbone expects of its input: each channel is {@code (pixel / 255 - mean) / std}, the
 * channels in this order. {@code output} names the tensor that holds the features and may be absent
 * where the network has only one.
 */
public record Preprocessing(
    @JsonProperty(value = "input_size", required = true) int inputSize,
    @JsonProperty(value = "channels", required = true) Channels channels,
    @JsonProperty(value = "mean", required = true) List<Double> mean,
    @JsonProperty(value = "std", required = true) List<Double> std,
    @JsonProperty("output") String output) {

  /** The file beside the network that holds this. */
  public static final String FILE_NAME = "backbone.json";

  /** The order of the colour channels. */
  public enum Channels {
    RGB,
    BGR
  }

  private static final int MAX_INPUT_SIZE = 1024;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  public Preprocessing {
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
  public static Preprocessing imageNet(int inputSize) {
    return new Preprocessing(
        inputSize, Channels.RGB, List.of(0.485, 0.456, 0.406), List.of(0.229, 0.224, 0.225), null);
  }

  /** The same with another output. */
  public Preprocessing withOutput(String name) {
    return new Preprocessing(inputSize, channels, mean, std, name);
  }

  /** Reads a {@code backbone.json}; {@code source} names it in messages. */
  public static Preprocessing fromJson(byte[] json, String source) {
    try {
      return JSON.readValue(new String(json, StandardCharsets.UTF_8), Preprocessing.class);
    } catch (JsonProcessingException e) {
      throw new UserError("%s: %s".formatted(source, problem(e)), e);
    }
  }

  public String toJson() {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("writing a record of numbers cannot fail", e);
    }
  }

  /** One spelling for equal contents, whatever the JSON looked like; part of the fingerprint. */
  String canonical(String resolvedOutput) {
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

  /** Jackson's message without its class names, and with the key the problem is at. */
  private static String problem(JsonProcessingException e) {
    if (e.getCause() instanceof IllegalArgumentException rejected) {
      return rejected.getMessage();
    }
    String path =
        e instanceof JsonMappingException mapping
            ? mapping.getPath().stream()
                .map(JsonMappingException.Reference::getFieldName)
                .filter(name -> name != null)
                .collect(Collectors.joining("."))
            : "";
    String first = e.getOriginalMessage().lines().findFirst().orElse("cannot be read");
    String known = "; the keys are input_size, channels (RGB or BGR), mean, std, output";
    return (path.isEmpty() ? first : "'%s': %s".formatted(path, first)) + known;
  }
}
