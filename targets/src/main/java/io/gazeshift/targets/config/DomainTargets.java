package io.gazeshift.targets.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Names;
import io.gazeshift.common.config.Numbers;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.targets.shape.PixelSize;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetFindings;
import io.gazeshift.targets.shape.TargetShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * What people can look at in one domain. The keys {@code screen-*} and {@code points} are short
 * forms; all give the same targets, from which adaptation makes its prior as well.
 *
 * @param targets in the order of the configuration; their names differ
 * @param distanceMm how far faces usually are from the camera
 */
public record DomainTargets(String domain, List<Target> targets, double distanceMm) {

  /** The section of the configuration. */
  public static final String LIST = "domains";

  /** The target that the keys {@code screen-*} describe. */
  public static final String SCREEN_NAME = "screen";

  /** More would not fit into a prediction, which says something of each. */
  private static final int MOST_TARGETS = 64;

  public static final Setting<String> NAME =
      Setting.required(
          "domains[].name",
          ValueType.matching(Names.PATTERN, Names.EXPECTED),
          "cam0",
          "Name of the domain, as cameras give it.");

  static final Setting<List<PointMm>> CORNERS =
      Setting.of(
          "domains[].screen-corners",
          ValueType.listOf(PointMm.type()),
          "",
          "Instead of a prior: the corners of the screen people look at, in the camera's axes (x"
              + " right in the image, y down, z away from the camera): top left, top right, bottom"
              + " right and, if you like, bottom left, as the person sees them. It is also the"
              + " target 'screen'.");

  static final Setting<Optional<PointMm>> CENTRE =
      Setting.of(
          "domains[].screen-centre",
          PointMm.type().orEmpty(),
          "",
          "Instead of corners: the middle of an upright screen, in the camera's axes; with"
              + " screen-size.");

  static final Setting<Optional<double[]>> SIZE =
      Setting.of(
          "domains[].screen-size",
          new ValueType<>(
                  "WIDTH HEIGHT in millimetres",
                  false,
                  text -> Numbers.parse(text, 2, 1e5).filter(size -> size[0] > 0 && size[1] > 0))
              .orEmpty(),
          "",
          "Width and height of the screen whose middle is given.");

  static final Setting<PointMm> NORMAL =
      Setting.of(
          "domains[].screen-normal",
          PointMm.type(),
          "0 0 1",
          "Where that screen faces, in the camera's axes; 0 0 1 faces as the camera does.");

  static final Setting<Optional<PixelSize>> PIXELS =
      Setting.of(
          "domains[].screen-pixels",
          PixelText.type().orEmpty(),
          "",
          "Resolution of that screen, for gaze in pixels, such as 1920 1080.");

  static final Setting<List<Target>> POINTS =
      Setting.of(
          "domains[].points",
          ValueType.listOf(PointText.type()),
          "",
          "Instead of a prior: things people look at, in the camera's axes, each with how widely and"
              + " which share of the time; e.g. road 0 -300 -20000 4deg 0.7. Each is also a target,"
              + " a disc of twice that radius.");

  static final Setting<List<String>> TARGETS =
      Setting.of(
              "domains[].targets",
              new ValueType<>(
                  "a list of targets: " + TargetText.FORM,
                  true,
                  text -> ValueType.listOf(ValueType.text()).parse(text)),
              "",
              "Things people look at, in the camera's axes: each prediction says how probable each"
                  + " of them is. Those with a share of the time make the prior, if nothing else"
                  + " does.")
          .withExample("road direction 1 0 radius 12deg");

  public static final Setting<Double> DISTANCE_MM =
      Setting.of(
          "domains[].distance-mm",
          ValueType.decimal(50, 20_000),
          "600",
          "How far faces usually are from the camera, for a screen, points or targets; their"
              + " directions are seen.");

  /** The settings of geometry, in the order in which they are shown, after the name. */
  public static final List<Setting<?>> GEOMETRY =
      List.of(CORNERS, CENTRE, SIZE, NORMAL, PIXELS, POINTS, TARGETS, DISTANCE_MM);

  public DomainTargets {
    targets = List.copyOf(targets);
  }

  /** Where heads usually are: straight in front of the camera. */
  public PointMm head() {
    return new PointMm(0, 0, distanceMm);
  }

  /** The place of the first screen. */
  public Optional<ScreenPlace> screen() {
    return targets.stream()
        .map(Target::shape)
        .filter(TargetShape.Screen.class::isInstance)
        .map(shape -> ((TargetShape.Screen) shape).place())
        .findFirst();
  }

  /** The targets that say how often people look at them. */
  public List<Target> withShares() {
    return targets.stream().filter(target -> target.share().isPresent()).toList();
  }

  /** What is wrong with the targets, each with its remedy. */
  public List<String> findings() {
    List<String> findings = new ArrayList<>(TargetFindings.ofNames(targets));
    targets.forEach(target -> findings.addAll(TargetFindings.of(target, head())));
    return findings;
  }

  /**
   * One domain of the configuration.
   *
   * @throws IllegalArgumentException whose message begins with the key within the domain
   */
  public static DomainTargets at(EffectiveConfig config, int i) {
    double distanceMm = config.get(DISTANCE_MM, i);
    List<Target> targets = new ArrayList<>();
    screen(config, i).ifPresent(targets::add);
    targets.addAll(config.get(POINTS, i));
    PointMm head = new PointMm(0, 0, distanceMm);
    for (String text : config.get(TARGETS, i)) {
      Target target = named("targets", () -> TargetText.parse(text));
      // The short forms were accepted before there were targets, and stay so: priors do not mind.
      TargetFindings.of(target, head).stream()
          .findFirst()
          .ifPresent(
              finding -> {
                throw new IllegalArgumentException("targets: " + finding);
              });
      targets.add(target);
    }
    TargetFindings.ofNames(targets).stream()
        .findFirst()
        .ifPresent(
            finding -> {
              throw new IllegalArgumentException(
                  (config.get(TARGETS, i).isEmpty() ? "points: " : "targets: ") + finding);
            });
    if (targets.size() > MOST_TARGETS) {
      throw new IllegalArgumentException(
          "targets: %d targets in one domain; at most %d are possible, so leave some out or join them"
              .formatted(targets.size(), MOST_TARGETS));
    }
    return new DomainTargets(config.get(NAME, i), targets, distanceMm);
  }

  /** Which of the keys say where people look, in the order in which they are shown. */
  public static List<String> keysOfPrior(EffectiveConfig config, int i) {
    List<String> keys = new ArrayList<>();
    if (!config.get(CORNERS, i).isEmpty()) {
      keys.add("screen-corners");
    }
    if (config.get(CENTRE, i).isPresent()) {
      keys.add("screen-centre");
    }
    if (!config.get(POINTS, i).isEmpty()) {
      keys.add("points");
    }
    if (config.get(TARGETS, i).stream()
        .anyMatch(text -> TargetText.parse(text).share().isPresent())) {
      keys.add("targets");
    }
    return keys;
  }

  private static Optional<Target> screen(EffectiveConfig config, int i) {
    List<PointMm> corners = config.get(CORNERS, i);
    Optional<PointMm> centre = config.get(CENTRE, i);
    Optional<double[]> size = config.get(SIZE, i);
    Optional<PixelSize> pixels = config.get(PIXELS, i);
    if (centre.isPresent() != size.isPresent()) {
      throw new IllegalArgumentException(
          centre.isPresent()
              ? "screen-centre: needs screen-size as well, such as 530 300"
              : "screen-size: needs screen-centre as well, such as 0 170 0");
    }
    Optional<ScreenPlace> place = Optional.empty();
    if (!corners.isEmpty()) {
      place = Optional.of(named("screen-corners", () -> ScreenPlace.ofCorners(corners)));
    } else if (centre.isPresent()) {
      PointMm normal = config.get(NORMAL, i);
      place =
          Optional.of(
              named(
                  "screen-normal",
                  () -> ScreenPlace.ofCentre(centre.get(), size.get()[0], size.get()[1], normal)));
    }
    if (pixels.isPresent() && place.isEmpty()) {
      throw new IllegalArgumentException(
          "screen-pixels: needs screen-centre and screen-size, or screen-corners, as well");
    }
    return place.map(
        at -> new Target(SCREEN_NAME, new TargetShape.Screen(at, pixels), OptionalDouble.of(1)));
  }

  private static <T> T named(String key, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }
}
