package io.gazeshift.adaptation.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Problems;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.targets.config.DomainTargets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known of one domain, and how it is treated.
 *
 * @param targets what people can look at, and how far their faces usually are from the camera
 * @param shadowSamples faces that a new head predicts beside the old one before it is promoted; 0
 *     promotes it at once
 * @param labelModel of GLSGE; empty means that of {@code adapt.label-model}
 */
public record DomainConfig(
    DomainTargets targets,
    PriorConfig prior,
    int shadowSamples,
    Optional<LabelModelName> labelModel) {

  private static final String GLANCES = "glances";

  static final Setting<Optional<PriorConfig>> PRIOR =
      Setting.of(
              "domains[].prior",
              priorType().orEmpty(),
              "",
              "Where people look there, in the camera's axes (pitch above 0 is up, yaw above 0"
                  + " towards the image's left): a mean, a mean and its spread, or a list of"
                  + " clusters; or 'glances', where the labelled glances of the domain are spread"
                  + " as people look. Empty: unknown, or by a screen, points or"
                  + " targets below.")
          .withExample("-10 0 6 8");

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
      Stream.of(
              List.of(DomainTargets.NAME, PRIOR),
              DomainTargets.GEOMETRY,
              List.of(SHADOW, LABEL_MODEL))
          .<Setting<?>>flatMap(List::stream)
          .toList();

  public String name() {
    return targets.domain();
  }

  public double distanceMm() {
    return targets.distanceMm();
  }

  public static List<DomainConfig> from(EffectiveConfig config, Problems problems) {
    List<DomainConfig> domains = new ArrayList<>();
    Map<String, Integer> indexByName = new HashMap<>();
    for (int i = 0; i < config.size(DomainTargets.LIST); i++) {
      int index = i;
      String path = DomainTargets.NAME.pathAt(i);
      String name = config.get(DomainTargets.NAME, i);
      Integer earlier = indexByName.putIfAbsent(name, i);
      if (earlier != null) {
        problems.add(
            "%s: '%s' is the name of domains[%d] already; put its settings together (%s)"
                .formatted(path, name, earlier, config.origin(path)));
      }
      DomainConfig domain = problems.collect("domains[%d]".formatted(i), () -> at(config, index));
      if (domain != null) {
        domains.add(domain);
        if (domain.labelModel().equals(Optional.of(LabelModelName.SITE_PRIOR))
            && !domain.prior().hasSpread()) {
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

  private static DomainConfig at(EffectiveConfig config, int i) {
    DomainTargets targets = DomainTargets.at(config, i);
    Optional<PriorConfig> prior = config.get(PRIOR, i);
    List<String> keys = new ArrayList<>();
    prior.ifPresent(given -> keys.add("prior"));
    keys.addAll(DomainTargets.keysOfPrior(config, i));
    if (keys.size() > 1) {
      throw new IllegalArgumentException(
          "%s: goes without %s; keep the one that says where people look%s"
              .formatted(
                  keys.get(1),
                  keys.get(0),
                  keys.get(1).equals("targets") ? ", or leave out the shares of the targets" : ""));
    }
    return new DomainConfig(
        targets,
        prior.orElseGet(() -> ofShares(targets)),
        config.get(SHADOW, i),
        config.get(LABEL_MODEL, i));
  }

  private static PriorConfig ofShares(DomainTargets targets) {
    return targets.withShares().isEmpty()
        ? new PriorConfig.Unknown()
        : new PriorConfig.Targets(targets.withShares());
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
