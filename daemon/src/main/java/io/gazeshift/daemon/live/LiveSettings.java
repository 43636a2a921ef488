package io.gazeshift.daemon.live;

import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.targets.config.DomainTargets;
import io.gazeshift.targets.shape.Target;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of a {@link LiveBoard}.
 *
 * @param source the source head to compare with; without it nothing is scored
 * @param heads rejects what must not be shown, as far as this process can tell
 * @param targets of the domains that this process knows
 * @param rolling the window of rolling errors
 */
public record LiveSettings(
    Optional<HeadFile> source,
    HeadVerifier heads,
    SitePriors priors,
    List<DomainTargets> targets,
    Duration rolling) {

  private static final Duration ROLLING = Duration.ofSeconds(10);

  public LiveSettings {
    targets = List.copyOf(targets);
  }

  /** For the configured model and domains. */
  public static LiveSettings of(GazeshiftConfig config) {
    Optional<HeadFile> source = source(config);
    TrustedKeys keys = keys(config);
    return of(
        config,
        source,
        source.map(file -> verifier(file, keys)).orElseGet(() -> HeadVerifier.ofAnyBackbone(keys)));
  }

  /** For a process that does not use the model, and so may be configured for another one. */
  public static LiveSettings ofAnyModel(GazeshiftConfig config) {
    return of(config, source(config), HeadVerifier.ofAnyBackbone(keys(config)));
  }

  private static LiveSettings of(
      GazeshiftConfig config, Optional<HeadFile> source, HeadVerifier heads) {
    return new LiveSettings(
        source,
        heads,
        SitePriors.of(config.domains(), config.cameraDomains()),
        config.domains().stream().map(DomainConfig::targets).toList(),
        ROLLING);
  }

  private static Optional<HeadFile> source(GazeshiftConfig config) {
    ModelDirectory model = ModelDirectory.of(config.infer().model());
    return model.hasSourceHead() ? Optional.of(model.sourceHeadFile()) : Optional.empty();
  }

  private static TrustedKeys keys(GazeshiftConfig config) {
    return TrustedKeys.read(config.infer().trustedKeys());
  }

  /** Those of one domain, in the order of the configuration. */
  List<Target> targets(String domain) {
    return targets.stream()
        .filter(known -> known.domain().equals(domain))
        .flatMap(known -> known.targets().stream())
        .toList();
  }

  /** Without a backbone, heads are tried on features of zero. */
  private static HeadVerifier verifier(HeadFile source, TrustedKeys keys) {
    return new HeadVerifier(source.backboneFingerprint(), new float[source.head().inputs()], keys);
  }
}
