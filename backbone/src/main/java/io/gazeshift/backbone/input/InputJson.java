package io.gazeshift.backbone.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** How {@code backbone.json} is read and written. */
final class InputJson {

  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private InputJson() {}

  static String text(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("writing a record of numbers cannot fail", e);
    }
  }

  /** An input that is a row of numbers of a known kind. */
  static String text(String kind, String output) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("input", kind);
    keys.put("output", output);
    return text(keys);
  }

  /** The same as part of a fingerprint. */
  static String canonical(String kind, int width, String resolvedOutput) {
    return "input=%s width=%d output=%s".formatted(kind, width, resolvedOutput);
  }

  /** Jackson's message without its class names, and with the key the problem is at. */
  static String problem(JsonProcessingException e) {
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
    String known =
        "; the keys are input (patch, landmarks or landmarks+eyes) and output, and for a patch input_size,"
            + " channels (RGB or BGR), mean, std";
    return (path.isEmpty() ? first : "'%s': %s".formatted(path, first)) + known;
  }
}
