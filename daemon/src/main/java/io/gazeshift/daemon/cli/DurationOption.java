package io.gazeshift.daemon.cli;

import io.gazeshift.common.config.ValueType;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 30s}, {@code 5m}: written as in the configuration. */
final class DurationOption implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      return ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)).parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'%s' is not a duration such as 30s or 5m".formatted(text));
    }
  }
}
