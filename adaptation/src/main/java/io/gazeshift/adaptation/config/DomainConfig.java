package io.gazeshift.adaptation.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Names;
import io.gazeshift.common.config.Problems;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What is known of one domain, and how it is treated.
 *
 * @param distanceMm how far faces usually are from the camera, for priors by geometry
 * @param shadowSamples faces that a new head predicts beside the old one before it is promoted; 0
 *     promotes it at once
 * @param labelModel of GLSGE; empty means that of {@code adapt.label-model}
 */
public record DomainConfig(
    String name,
    PriorConfig prior,
    double distanceMm,
    int shadowSamples,
    Optional<LabelModelName> labelModel) {

  static final String LIST = "domains";

  private static final String GLANCES = "glances";

  static final Setting<String> NAME =
      Setting.required(
          "domains[].name",
          ValueType.matching(Names.PATTERN, Names.EXPECTED),
          "cam0",
          "Name of the domain, as cameras give it.");

  static final Setting<Optional<PriorConfig>> PRIOR =
      Setting.of(
              "domains[].prior",
              priorType().orEmpty(),
              "",
              "Where people look there, in the camera's axes (pitch above 0 is up, yaw above 0"
                  + " towards the image's left): a mean, a mean and its spread, or a list of"
                  + " clusters; or 'glances', where the labelled glances of the domain are spread"
                  + " as people look. Empty: unknown, or by a screen or points below.")
          .withExample("-10 0 6 8");

  static final Setting<List<PointMm>> CORNERS =
      Setting.of(
          "domains[].screen-corners",
          ValueType.listOf(PointMm.type()),
          "",
          "Instead of a prior: the corners of the screen people look at, in the camera's axes (x"
              + " right in the image, y down, z away from the camera): top left, top right, bottom"
              + " right and, if you like, bottom left, as the person sees them.");

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

  static final Setting<List<GazePoint>> POINTS =
      Setting.of(
          "domains[].points",
          ValueType.listOf(GazePoint.type()),
          "",
          "Instead of a prior: things people look at, in the camera's axes, each with how widely and"
              + " which share of the time; e.g. road 0 -300 -20000 4deg 0.7.");

  static final Setting<Double> DISTANCE_MM =
      Setting.of(
          "domains[].distance-mm",
          ValueType.decimal(50, 20_000),
          "600",
          "How far faces usually are from the camera, for a screen or points; their directions are"
              + " seen.");

  static final Setting<Integer> SHADOW =
      Setting.of(
          "domains[].shadow",
          ValueType.integer(0, 10_000_000),
          "0",
          "Faces that a new head predicts beside the old one before it is promoted; 0 promotes it at"
              + " once.");

  static final Setting<Optional<LabelModelName>> LABEL_MODEL =
      Setting.of(
          "domains[].label-model",
          LabelModelName.type().orEmpty(),
          "",
          "How glsge (adapt.method) describes where people look there. Empty: as adapt.label-model"
              + " says.");

  public static final List<Setting<?>> SETTINGS =
      List.of(NAME, PRIOR, CORNERS, CENTRE, SIZE, NORMAL, POINTS, DISTANCE_MM, SHADOW, LABEL_MODEL);

  public static List<DomainConfig> from(EffectiveConfig config, Problems problems) {
    List<DomainConfig> domains = new ArrayList<>();
    Map<String, Integer> indexByName = new HashMap<>();
    for (int i = 0; i < config.size(LIST); i++) {
      int index = i;
      String name = config.get(NAME, i);
      Integer earlier = indexByName.putIfAbsent(name, i);
      if (earlier != null) {
        problems.add(
            "%s: '%s' is the name of domains[%d] already; put its settings together (%s)"
                .formatted(NAME.pathAt(i), name, earlier, config.origin(NAME.pathAt(i))));
      }
      PriorConfig prior = problems.collect("domains[%d]".formatted(i), () -> prior(config, index));
      if (prior != null) {
        domains.add(
            new DomainConfig(
                name,
                prior,
                config.get(DISTANCE_MM, i),
                config.get(SHADOW, i),
                config.get(LABEL_MODEL, i)));
        if (config.get(LABEL_MODEL, i).equals(Optional.of(LabelModelName.SITE_PRIOR))
            && !prior.hasSpread()) {
          problems.add(
              ("%s: 'site-prior' needs a prior with a spread; give prior with its sigmas, a screen"
                      + " or points, or choose one of %s (%s)")
                  .formatted(
                      LABEL_MODEL.pathAt(i),
                      LabelModelName.choices(),
                      config.origin(LABEL_MODEL.pathAt(i))));
        }
      }
    }
    return List.copyOf(domains);
  }

  private static PriorConfig prior(EffectiveConfig config, int i) {
    Map<String, PriorConfig> given = new LinkedHashMap<>();
    config.get(PRIOR, i).ifPresent(prior -> given.put("prior", prior));
    List<PointMm> corners = config.get(CORNERS, i);
    if (!corners.isEmpty()) {
      given.put("screen-corners", screen("screen-corners", () -> ScreenPlace.ofCorners(corners)));
    }
    Optional<PointMm> centre = config.get(CENTRE, i);
    Optional<double[]> size = config.get(SIZE, i);
    if (centre.isPresent() != size.isPresent()) {
      throw new IllegalArgumentException(
          centre.isPresent()
              ? "screen-centre: needs screen-size as well, such as 530 300"
              : "screen-size: needs screen-centre as well, such as 0 170 0");
    }
    if (centre.isPresent()) {
      PointMm normal = config.get(NORMAL, i);
      given.put(
          "screen-centre",
          screen(
              "screen-normal",
              () -> ScreenPlace.ofCentre(centre.get(), size.get()[0], size.get()[1], normal)));
    }
    List<GazePoint> points = config.get(POINTS, i);
    if (!points.isEmpty()) {
      given.put("points", new PriorConfig.Points(points));
    }
    if (given.size() > 1) {
      List<String> keys = List.copyOf(given.keySet());
      throw new IllegalArgumentException(
          "%s: goes without %s; keep the one that says where people look"
              .formatted(keys.get(1), keys.get(0)));
    }
    return given.values().stream().findFirst().orElseGet(PriorConfig.Unknown::new);
  }

  private static PriorConfig screen(String key, Supplier<ScreenPlace> place) {
    try {
      return new PriorConfig.Screen(place.get());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
    }
  }

  private static ValueType<PriorConfig> priorType() {
    ValueType<List<GazeCluster>> clusters =
        ValueType.listOf(new ValueType<>(GazeCluster.FORM, false, GazeCluster::parse));
    return new ValueType<>(
        "'%s', or %s; several must all have sigmas".formatted(GLANCES, clusters.expected()),
        true,
        text -> {
          if (text.strip().equals(GLANCES)) {
            return Optional.of(new PriorConfig.Glances());
          }
          return clusters
              .parse(text)
              .filter(all -> !all.isEmpty())
              .filter(
                  all ->
                      all.size() == 1 || all.stream().allMatch(each -> each.spread().isPresent()))
              .map(PriorConfig.Clusters::new);
        });
  }
}
