package io.gazeshift.daemon.roles;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.glance.GlanceReader;
import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.adaptation.service.AdaptRuntime;
import io.gazeshift.adaptation.service.AdaptationService;
import io.gazeshift.adaptation.service.ConfiguredKnowledge;
import io.gazeshift.adaptation.service.DomainRules;
import io.gazeshift.adaptation.service.HeadKeys;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.TrustedKeys;
import java.time.InstantSource;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The adaptation role of this process; {@link ProcessResources} owns what it starts. */
final class AdaptationRole {

  private static final Logger log = LoggerFactory.getLogger(AdaptationRole.class);
  private static final String SIGNING_KEY = "adapt.signing-key";

  private final GazeshiftConfig config;
  private final KafkaAccess kafka;
  private final InstantSource clock;
  private final ProcessResources running;

  AdaptationRole(
      GazeshiftConfig config, KafkaAccess kafka, InstantSource clock, ProcessResources running) {
    this.config = config;
    this.kafka = kafka;
    this.clock = clock;
    this.running = running;
  }

  /** Rejects an unusable model, bank, key or list of domains. */
  static void check(GazeshiftConfig config) {
    ModelDirectory model = ModelDirectory.of(config.infer().model());
    Source.read(config.adapt(), model, model.sourceHeadFile().backboneFingerprint());
    TrustedKeys.read(config.infer().trustedKeys()).signer(SIGNING_KEY, config.adapt().signingKey());
    configuredDomains(config);
  }

  /**
   * @param fingerprint of the model's backbone
   */
  void start(ModelDirectory model, String fingerprint, RunListener listener) {
    AdaptConfig adapt = config.adapt();
    if (adapt.gate() == AdaptConfig.GateMode.OFF) {
      log.warn(
          "adapt.gate is off: every adapted head becomes active, better or worse; use enforce or"
              + " warn unless this is an experiment");
    }
    Source source = Source.read(adapt, model, fingerprint);
    TrustedKeys keys = TrustedKeys.read(config.infer().trustedKeys());
    AdaptationService service =
        running.keep(
            new AdaptationService(
                kafka,
                adapt,
                source,
                new HeadKeys(keys, keys.signer(SIGNING_KEY, adapt.signingKey())),
                rules(source, keys),
                new AdaptRuntime(listener, running.boundedMeters(), clock)));
    service.start();
    running.mayFail(service::failure);
    running.describe("adaptation with " + source.bankName());
  }

  private DomainRules rules(Source source, TrustedKeys keys) {
    GlanceRules taken =
        GlanceRules.signedBy(keys).ofBackbone(source.fingerprint(), source.featureSize());
    return new DomainRules(
        new ConfiguredKnowledge(
            SitePriors.of(config.domains(), config.cameraDomains()),
            new GlanceReader(kafka, taken, running.meters(), clock)::read),
        config.domains().stream()
            .filter(domain -> domain.shadowSamples() > 0)
            .collect(Collectors.toMap(DomainConfig::name, DomainConfig::shadowSamples)),
        configuredDomains(config),
        config.domains().stream()
            .filter(domain -> domain.labelModel().isPresent())
            .collect(
                Collectors.toMap(DomainConfig::name, domain -> domain.labelModel().orElseThrow())));
  }

  private static Set<String> configuredDomains(GazeshiftConfig config) {
    Set<String> domains = config.configuredDomains();
    if (domains.isEmpty() && config.adapt().domains().onlyConfigured()) {
      throw new UserError(
          "adapt.only-configured-domains: is true, but no domain is configured, so none would be"
              + " adapted; list them under 'domains', or set it to false");
    }
    return domains;
  }
}
