package io.gazeshift.daemon.live;

import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.targets.hit.TargetMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Settings of a {@link LiveBoard}.
 *
 * @param source the source head to compare with; without it nothing is scored
 * @param heads rejects what inference would reject; without it every head is shown
 * @param rolling the window of rolling errors
 * @param targets of each domain that has some
 */
public record LiveSettings(
    Optional<HeadFile> source,
    Optional<HeadVerifier> heads,
    SitePriors priors,
    Duration rolling,
    Map<String, TargetMap> targets) {

  private static final Duration ROLLING = Duration.ofSeconds(10);

  public LiveSettings {
    targets = Map.copyOf(targets);
  }

  /** No domain has targets. */
  public LiveSettings(
      Optional<HeadFile> source,
      Optional<HeadVerifier> heads,
      SitePriors priors,
      Duration rolling) {
    this(source, heads, priors, rolling, Map.of());
  }

  /** For the configured model and domains. */
  public static LiveSettings of(GazeshiftConfig config) {
    ModelDirectory model = ModelDirectory.of(config.infer().model());
    Optional<HeadFile> source =
        model.hasSourceHead() ? Optional.of(model.sourceHeadFile()) : Optional.empty();
    TrustedKeys keys = TrustedKeys.read(config.infer().trustedKeys());
    return new LiveSettings(
        source,
        source.map(file -> verifier(file, keys)),
        SitePriors.of(config.domains(), config.cameraDomains()),
        ROLLING,
        targets(config.domains()));
  }

  private static Map<String, TargetMap> targets(List<DomainConfig> domains) {
    return domains.stream()
        .filter(domain -> !domain.targets().targets().isEmpty())
        .collect(
            Collectors.toMap(
                DomainConfig::name, domain -> new TargetMap(domain.targets().targets())));
  }

  /** For a process that does not use the model, and so may be configured for another one. */
  public LiveSettings withEveryHead() {
    return new LiveSettings(source, Optional.empty(), priors, rolling, targets);
  }

  /** Without a backbone, heads are tried on features of zero. */
  private static HeadVerifier verifier(HeadFile source, TrustedKeys keys) {
    return new HeadVerifier(source.backboneFingerprint(), new float[source.head().inputs()], keys);
  }
}
