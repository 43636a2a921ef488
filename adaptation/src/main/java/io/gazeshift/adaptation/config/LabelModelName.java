package io.gazeshift.adaptation.config;

import io.gazeshift.common.config.ValueType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How GLSGE describes where the target's people look, by which it weighs the source. */
public enum LabelModelName {
  /** The paper's: a normal distribution of the predictions, cut off at a box. */
  TRUNCATED_GAUSSIAN,
  /** Several of them, for people who look at a few things in turn, such as drivers. */
  MIXTURE,
  /** No label shift: every sample of the source counts the same. */
  UNIFORM,
  /** The domain's prior. */
  SITE_PRIOR;

  /** Names of earlier versions. */
  private static final Map<String, LabelModelName> FORMER =
      Map.of("gaussian", TRUNCATED_GAUSSIAN, "prior", SITE_PRIOR);

  /** As configuration, command line and reports name it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All names, for help and errors. */
  public static String choices() {
    return Arrays.stream(values()).map(LabelModelName::key).collect(Collectors.joining(", "));
  }

  public static Optional<LabelModelName> parse(String text) {
    return Arrays.stream(values())
        .filter(each -> each.key().equals(text))
        .findFirst()
        .or(() -> Optional.ofNullable(FORMER.get(text)));
  }

  static ValueType<LabelModelName> type() {
    return new ValueType<>("one of " + choices(), false, LabelModelName::parse);
  }
}
