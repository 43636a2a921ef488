package io.gazeshift.ingest.source;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.NearestWord;
import io.gazeshift.common.config.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An address and the options behind it, as in {@code address?loop=true&speed=max}. */
public record SourceOptions(String address, Map<String, String> given) {

  /** Splits at the last such mark; rejects options that are not among the known ones. */
  public static SourceOptions after(String text, char mark, String... known) {
    int at = text.lastIndexOf(mark);
    // A mark before '@' belongs to a password.
    if (at < 0 || text.indexOf('@', at) >= 0) {
      return new SourceOptions(text, Map.of());
    }
    Map<String, String> given = new HashMap<>();
    for (String option : text.substring(at + 1).split("&", -1)) {
      String[] parts = option.split("=", 2);
      String name = parts[0];
      if (!List.of(known).contains(name)) {
        throw unknown(name, List.of(known));
      }
      if (parts.length < 2) {
        throw UserError.usage("has an option '%s' without a value".formatted(name));
      }
      if (given.put(name, parts[1]) != null) {
        throw UserError.usage("gives '%s' twice".formatted(name));
      }
    }
    return new SourceOptions(text.substring(0, at), Map.copyOf(given));
  }

  private static UserError unknown(String name, List<String> known) {
    String meant =
        NearestWord.to(name, known).map(near -> "; perhaps %s=...".formatted(near)).orElse("");
    return UserError.usage(
        "has an unknown option '%s'%s (known: %s)"
            .formatted(name, meant, String.join(", ", known)));
  }

  /** The value of an option, or a rejection that says what it should be. */
  public <T> Optional<T> get(String name, ValueType<T> type) {
    return Optional.ofNullable(given.get(name))
        .map(
            text ->
                type.parse(text)
                    .orElseThrow(
                        () ->
                            UserError.usage(
                                "has %s=%s, which is not %s"
                                    .formatted(name, text, type.expected()))));
  }
}
