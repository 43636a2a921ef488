package io.gazeshift.ingest.synthetic;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.ingest.source.SourceOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses scenes with settings, such as {@code lab?light=left,0.3&change=120s:light=right}. */
final class SceneKnobs {

  private static final List<String> KNOBS =
      List.of("person", "glasses", "light", "exposure", "noise", "blur", "look", "gaze");
  private static final List<String> ALL = concat(List.of("seed", "change"), KNOBS);

  private static final ValueType<String> WHOLE =
      ValueType.matching("-?\\d{1,18}", "a whole number");
  private static final ValueType<Double> FACTOR = ValueType.decimal(0.01, 10);
  private static final Range GAZE_DISTANCE_MM = new Range(450, 1500);
  private static final double MOST_GAZE_DEG = 60;
  private static final Pattern FIELD =
      Pattern.compile("(-?[\\d.]+)\\.\\.(-?[\\d.]+),(-?[\\d.]+)\\.\\.(-?[\\d.]+)");
  private static final Pattern CHANGE = Pattern.compile("(\\d+\\s*[a-z]*):([a-z]+)=(.+)");
  private static final Duration LONGEST = Duration.ofDays(30);

  private SceneKnobs() {}

  static Staging parse(String text) {
    SourceOptions options = SourceOptions.after(text, '?', ALL.toArray(String[]::new));
    SyntheticScene scene = SyntheticScene.named(options.address());
    for (String knob : KNOBS) {
      if (options.given().containsKey(knob)) {
        scene = turn(scene, options, knob);
      }
    }
    List<Staging.Change> changes = new ArrayList<>();
    SyntheticScene last = scene;
    for (String change : options.given().getOrDefault("change", "").split(";", -1)) {
      if (!change.isEmpty()) {
        changes.add(change(last, change));
        last = changes.get(changes.size() - 1).scene();
      }
    }
    return new Staging(
        scene,
        options
            .get("seed", WHOLE)
            .map(seed -> OptionalLong.of(Long.parseLong(seed)))
            .orElse(OptionalLong.empty()),
        changes);
  }

  private static Staging.Change change(SyntheticScene scene, String text) {
    Matcher parts = CHANGE.matcher(text);
    Optional<Duration> at =
        parts.matches()
            ? ValueType.duration(Duration.ZERO, LONGEST).parse(parts.group(1))
            : Optional.empty();
    if (at.isEmpty()) {
      throw UserError.usage(
          "has change=%s; expected a time and a setting, for example 120s:light=left"
              .formatted(text));
    }
    SourceOptions knob =
        SourceOptions.after(
            "?" + parts.group(2) + "=" + parts.group(3), '?', KNOBS.toArray(String[]::new));
    return new Staging.Change(at.get().toMillis() / 1e3, turn(scene, knob, parts.group(2)));
  }

  private static SyntheticScene turn(SyntheticScene scene, SourceOptions options, String knob) {
    Sensor sensor = scene.sensor();
    People people = scene.people();
    return switch (knob) {
      case "person" ->
          scene.with(
              new People(
                  people.seconds(),
                  OptionalLong.of(Long.parseLong(options.get(knob, WHOLE).orElseThrow())),
                  people.glasses()));
      case "glasses" ->
          scene.with(
              new People(people.seconds(), people.only(), options.get(knob, ValueType.bool())));
      case "light" -> scene.with(light(scene.light(), options.given().get(knob)));
      case "exposure" ->
          scene.with(
              new Sensor(
                  sensor.noiseLevels(),
                  sensor.blurPx(),
                  options.get(knob, FACTOR).orElseThrow(),
                  sensor.look()));
      case "noise" ->
          scene.with(
              new Sensor(
                  options.get(knob, ValueType.decimal(0, 50)).orElseThrow(),
                  sensor.blurPx(),
                  sensor.exposure(),
                  sensor.look()));
      case "blur" ->
          scene.with(
              new Sensor(
                  sensor.noiseLevels(),
                  options.get(knob, ValueType.decimal(0, 5)).orElseThrow(),
                  sensor.exposure(),
                  sensor.look()));
      case "look" ->
          scene.with(
              new Sensor(
                  sensor.noiseLevels(),
                  sensor.blurPx(),
                  sensor.exposure(),
                  options.get(knob, ValueType.choice(Look.class)).orElseThrow()));
      case "gaze" -> scene.with(gaze(options.given().get(knob)));
      default -> throw new IllegalArgumentException(knob);
    };
  }

  /** A side, a level, or both. */
  private static LightRanges light(LightRanges law, String text) {
    LightRanges turned = law;
    for (String part : text.split(",", -1)) {
      Optional<LightRanges.Side> side = ValueType.choice(LightRanges.Side.class).parse(part);
      Optional<Double> level = FACTOR.parse(part);
      if (side.isPresent()) {
        turned = turned.from(side.get());
      } else if (level.isPresent()) {
        turned = turned.withLevel(Range.only(level.get()));
      } else {
        throw UserError.usage(
            "has light=%s; expected %s, or %s, or both, for example left,0.3"
                .formatted(
                    text, ValueType.choice(LightRanges.Side.class).expected(), FACTOR.expected()));
      }
    }
    return turned;
  }

  private static SceneGaze gaze(String text) {
    Matcher ranges = FIELD.matcher(text);
    try {
      if (ranges.matches()) {
        return new SceneGaze.Field(
            degrees(ranges.group(1), ranges.group(2)),
            degrees(ranges.group(3), ranges.group(4)),
            GAZE_DISTANCE_MM);
      }
    } catch (NumberFormatException e) {
      // Said below, like everything else that is no range.
    }
    throw UserError.usage(
        ("has gaze=%s; expected two ranges of degrees within %.0f, pitch and yaw, for"
                + " example -15..5,-20..20")
            .formatted(text, MOST_GAZE_DEG));
  }

  private static Range degrees(String low, String high) {
    Range range = new Range(Double.parseDouble(low), Double.parseDouble(high));
    if (range.low() > range.high()
        || range.low() < -MOST_GAZE_DEG
        || range.high() > MOST_GAZE_DEG) {
      throw new NumberFormatException();
    }
    return range;
  }

  private static List<String> concat(List<String> a, List<String> b) {
    List<String> all = new ArrayList<>(a);
    all.addAll(b);
    return List.copyOf(all);
  }
}
