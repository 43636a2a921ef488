package io.gazeshift.targets.config;

import io.gazeshift.common.config.Numbers;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape.Disc;
import io.gazeshift.targets.shape.TargetShape.Unit;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The short form of a disc, {@code NAME X Y Z SPREAD [SHARE]}. The spread is the standard deviation
 * of where people look around the point. A disc that is looked at evenly has half its radius as
 * standard deviation along each axis, so the radius is twice the spread.
 */
final class PointText {

  private static final double RADIUS_PER_SPREAD = 2;

  private static final Pattern FORM =
      Pattern.compile(
          "(?<name>[A-Za-z][\\w-]{0,59})(?<at>(\\s+[-+.\\dEe]+){3})\\s+(?<spread>[.\\d]+)\\s*(?<unit>deg|mm)"
              + "(\\s+(?<share>[.\\d]+))?");

  private PointText() {}

  static ValueType<Target> type() {
    return new ValueType<>(
        "NAME X Y Z SPREAD [SHARE] with X Y Z in millimetres, a spread such as 3deg or 60mm, and a"
            + " share above 0",
        false,
        PointText::parse);
  }

  private static Optional<Target> parse(String text) {
    Matcher match = FORM.matcher(text.strip());
    if (!match.matches() || Target.key(match.group("name")).equals(Target.ELSEWHERE)) {
      return Optional.empty();
    }
    Unit unit = match.group("unit").equals("mm") ? Unit.MILLIMETRES : Unit.DEGREES;
    double most = unit == Unit.DEGREES ? 45 : 5e5;
    Optional<PointMm> at = PointMm.parse(match.group("at"));
    Optional<Double> spread = positive(match.group("spread"), most);
    Optional<Double> share =
        match.group("share") == null ? Optional.of(1.0) : positive(match.group("share"), 1e6);
    if (at.isEmpty() || spread.isEmpty() || share.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Target(
            match.group("name"),
            new Disc(at.get(), RADIUS_PER_SPREAD * spread.get(), unit),
            OptionalDouble.of(share.get())));
  }

  private static Optional<Double> positive(String text, double most) {
    return Numbers.parse(text, 1, most).map(numbers -> numbers[0]).filter(number -> number > 0);
  }
}
