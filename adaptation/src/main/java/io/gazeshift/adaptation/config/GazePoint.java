package io.gazeshift.adaptation.config;

import io.gazeshift.common.config.ValueType;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A thing that people look at, such as a mirror.
 *
 * @param spread standard deviation of where they look around it
 * @param share of the time, relative to the shares of other points
 */
public record GazePoint(String name, PointMm at, double spread, Unit unit, double share) {

  /** What the spread is measured in. */
  public enum Unit {
    /** As seen from the face. */
    DEGREES,
    /** At the point. */
    MILLIMETRES
  }

  private static final Pattern FORM =
      Pattern.compile(
          "(?<name>[A-Za-z][\\w-]*)(?<at>(\\s+[-+.\\dEe]+){3})\\s+(?<spread>[.\\d]+)\\s*(?<unit>deg|mm)"
              + "(\\s+(?<share>[.\\d]+))?");

  /** How a point is written. */
  static ValueType<GazePoint> type() {
    return new ValueType<>(
        "NAME X Y Z SPREAD [SHARE] with X Y Z in millimetres, a spread such as 3deg or 60mm, and a"
            + " share above 0",
        false,
        GazePoint::parse);
  }

  private static Optional<GazePoint> parse(String text) {
    Matcher match = FORM.matcher(text.strip());
    if (!match.matches()) {
      return Optional.empty();
    }
    Unit unit = match.group("unit").equals("mm") ? Unit.MILLIMETRES : Unit.DEGREES;
    double most = unit == Unit.DEGREES ? 45 : 1e6;
    Optional<PointMm> at = PointMm.parse(match.group("at"));
    Optional<Double> spread = positive(match.group("spread"), most);
    Optional<Double> share =
        match.group("share") == null ? Optional.of(1.0) : positive(match.group("share"), 1e6);
    if (at.isEmpty() || spread.isEmpty() || share.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new GazePoint(match.group("name"), at.get(), spread.get(), unit, share.get()));
  }

  private static Optional<Double> positive(String text, double most) {
    return Numbers.parse(text, 1, most).map(numbers -> numbers[0]).filter(number -> number > 0);
  }
}
