package io.gazeshift.common.cli;

import io.gazeshift.common.config.ValueType;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 30s}, {@code 5m}: written as in the configuration. */
public final class DurationOption implements ITypeConverter<Duration> {

  private static final ValueType<Duration> TYPE =
      ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365));

  @Override
  public Duration convert(String text) {
    return TYPE.parse(text)
        .orElseThrow(
            () -> new TypeConversionException("'%s' is not %s".formatted(text, TYPE.expected())));
  }
}
