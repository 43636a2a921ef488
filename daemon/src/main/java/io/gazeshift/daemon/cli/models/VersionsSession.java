package io.gazeshift.daemon.cli.models;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.InstantSource;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;

/** The head versions of the configured cluster, opened for one command. */
final class VersionsSession implements AutoCloseable {

  private final GazeshiftConfig config;
  private final TrustedKeys keys;
  private final Cluster cluster;
  private final HeadVersions versions;

  private VersionsSession(
      GazeshiftConfig config, TrustedKeys keys, Cluster cluster, HeadVersions versions) {
    this.config = config;
    this.keys = keys;
    this.cluster = cluster;
    this.versions = versions;
  }

  /** Opens the cluster and reads everything published so far. */
  static VersionsSession open(GazeshiftConfig config) throws InterruptedException {
    TrustedKeys keys = TrustedKeys.read(config.infer().trustedKeys());
    Cluster cluster = Cluster.open(config.kafka(), config.broker());
    try {
      HeadVersions versions = new HeadVersions(cluster.kafka(), keys);
      versions.refresh();
      return new VersionsSession(config, keys, cluster, versions);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  HeadVersions versions() {
    return versions;
  }

  /** Which glances adaptation would use, of any backbone. */
  GlanceRules glanceRules() {
    return GlanceRules.signedBy(keys);
  }

  Cluster cluster() {
    return cluster;
  }

  /** The head of a version; version 0 is the source head. */
  HeadFile head(String domain, long version) {
    return version == 0 ? sourceHead() : HeadRecords.file(versions.require(domain, version));
  }

  /** The head that comes with the configured model. */
  HeadFile sourceHead() {
    ModelDirectory model = ModelDirectory.of(config.infer().model());
    try (Backbone backbone = openBackbone(model)) {
      return new HeadFile(model.sourceHead(), backbone.fingerprint());
    }
  }

  /** The backbone of the configured model, for the caller to close. */
  Backbone openBackbone() {
    return openBackbone(ModelDirectory.of(config.infer().model()));
  }

  private Backbone openBackbone(ModelDirectory model) {
    return model.openBackbone(
        new BackboneOptions(config.infer().device(), config.infer().threads()));
  }

  /** Publishes a version and returns it once it is active. */
  HeadModel publish(PublishOptions options, Function<Registrar, Publication> making) {
    Registrar registrar =
        new Registrar(versions, options.signer(config, keys), InstantSource.system());
    try (HeadPublisher publisher = new HeadPublisher(cluster.kafka(), versions)) {
      return publisher.publish(() -> making.apply(registrar));
    } catch (KafkaException e) {
      throw new UserError("nothing was published: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try (cluster) {
      versions.close();
    }
  }
}
