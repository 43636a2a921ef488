package io.gazeshift.targets.config;

import io.gazeshift.common.config.Numbers;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.PixelSize;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import io.gazeshift.targets.shape.TargetShape.Unit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One target in a line of words: {@code NAME KIND PLACE [WORD VALUE]...}. Each word may occur once.
 */
final class TargetText {

  /** How targets are written, for messages and the reference. */
  static final String FORM =
      "NAME, then one of: screen X Y Z size W H [normal X Y Z] [pixels W H]; screen X Y Z / X Y Z / X"
          + " Y Z [pixels W H]; disc X Y Z radius R; polygon X Y Z / X Y Z / X Y Z [/ ...]; box X Y"
          + " Z size W H D; direction PITCH YAW radius R; then [share S]. Lengths in millimetres,"
          + " angles in degrees, R such as 90mm or 8deg";

  private static final Set<String> WORDS = Set.of("size", "normal", "pixels", "radius", "share");
  private static final Pattern RADIUS = Pattern.compile("([.\\d]+)\\s*(deg|mm)");
  private static final PointMm FACING_AS_THE_CAMERA = new PointMm(0, 0, 1);
  private static final double MOST_MM = 1e7;

  private final String name;
  private final String kind;
  private final String place;
  private final Map<String, String> values = new LinkedHashMap<>();

  private TargetText(String text) {
    List<String> words = Arrays.asList(text.strip().split("\\s+"));
    if (words.size() < 3) {
      throw new IllegalArgumentException(
          "write NAME KIND PLACE, such as 'mirror disc 950 -50 -100 radius 90mm'");
    }
    name = words.get(0);
    kind = words.get(1);
    String word = "";
    for (String each : words.subList(2, words.size())) {
      if (WORDS.contains(each)) {
        word = each;
        if (values.put(word, "") != null) {
          throw new IllegalArgumentException("'%s' occurs twice; give it once".formatted(word));
        }
      } else {
        values.merge(word, each, (all, next) -> (all + " " + next).strip());
      }
    }
    String first = values.remove("");
    place = first == null ? "" : first;
  }

  /**
   * Reads a target.
   *
   * @throws IllegalArgumentException that quotes the text and says what to write
   */
  static Target parse(String text) {
    try {
      TargetText target = new TargetText(text);
      TargetShape shape = target.shape();
      OptionalDouble share = target.share();
      target.requireNothingLeft();
      return new Target(target.name, shape, share);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'%s': %s".formatted(text, e.getMessage()), e);
    }
  }

  private TargetShape shape() {
    return switch (kind) {
      case "screen" -> screen();
      case "disc" -> disc();
      case "polygon" -> new TargetShape.Polygon(corners());
      case "box" -> box();
      case "direction" -> direction();
      default ->
          throw new IllegalArgumentException(
              "'%s' is no kind of target; write screen, disc, polygon, box or direction"
                  .formatted(kind));
    };
  }

  private TargetShape screen() {
    Optional<PixelSize> pixels = take("pixels").map(text -> PixelText.parse("pixels", text));
    List<PointMm> corners = corners();
    if (corners.size() > 1) {
      return new TargetShape.Screen(ScreenPlace.ofCorners(corners), pixels);
    }
    double[] size =
        numbers("size", take("size").orElseThrow(() -> missing("size", "530 300")), 2, "530 300");
    PointMm normal = take("normal").map(text -> point("normal", text)).orElse(FACING_AS_THE_CAMERA);
    if (!(size[0] > 0 && size[1] > 0)) {
      throw new IllegalArgumentException("size: give a width and a height above 0, in millimetres");
    }
    return new TargetShape.Screen(
        ScreenPlace.ofCentre(corners.get(0), size[0], size[1], normal), pixels);
  }

  private TargetShape disc() {
    Matcher radius = radius("90mm");
    return new TargetShape.Disc(
        point(kind, place),
        Double.parseDouble(radius.group(1)),
        radius.group(2).equals("mm") ? Unit.MILLIMETRES : Unit.DEGREES);
  }

  private TargetShape box() {
    double[] size =
        numbers(
            "size", take("size").orElseThrow(() -> missing("size", "200 120 40")), 3, "200 120 40");
    return new TargetShape.Box(point(kind, place), new PointMm(size[0], size[1], size[2]));
  }

  private TargetShape direction() {
    double[] angles = numbers(kind, place, 2, "2 0");
    Matcher radius = radius("8deg");
    if (!radius.group(2).equals("deg")) {
      throw new IllegalArgumentException(
          "radius: '%s' is a length, but a direction has no distance; give degrees, such as 8deg"
              .formatted(radius.group()));
    }
    return new TargetShape.Direction(
        Gaze.ofDegrees(angles[0], angles[1]), Double.parseDouble(radius.group(1)));
  }

  private List<PointMm> corners() {
    return Arrays.stream(place.split("/", -1)).map(text -> point(kind, text)).toList();
  }

  private Matcher radius(String example) {
    String text = take("radius").orElseThrow(() -> missing("radius", example));
    Matcher match = RADIUS.matcher(text);
    if (!match.matches() || Numbers.parse(match.group(1), 1, MOST_MM).isEmpty()) {
      throw new IllegalArgumentException(
          "radius: '%s' is no length or angle; write, for example, %s".formatted(text, example));
    }
    return match;
  }

  private OptionalDouble share() {
    return take("share")
        .map(text -> OptionalDouble.of(numbers("share", text, 1, "0.1")[0]))
        .orElse(OptionalDouble.empty());
  }

  private Optional<String> take(String word) {
    return Optional.ofNullable(values.remove(word));
  }

  private void requireNothingLeft() {
    if (!values.isEmpty()) {
      throw new IllegalArgumentException(
          "a %s has no %s; remove it".formatted(kind, String.join(", ", values.keySet())));
    }
  }

  private IllegalArgumentException missing(String word, String example) {
    return new IllegalArgumentException(
        "a %s needs a %s; add, for example, %s %s".formatted(kind, word, word, example));
  }

  private static PointMm point(String word, String text) {
    return PointMm.parse(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s: '%s' is not X Y Z in millimetres".formatted(word, text.strip())));
  }

  private static double[] numbers(String word, String text, int count, String example) {
    return Numbers.parse(text, count, MOST_MM)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s: '%s' is not %d numbers; write, for example, %s"
                        .formatted(word, text, count, example)));
  }
}
