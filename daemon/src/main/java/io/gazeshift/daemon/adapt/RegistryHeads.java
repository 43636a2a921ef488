package io.gazeshift.daemon.adapt;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.keys.HeadSigner;
import io.gazeshift.daemon.keys.TrustedKeys;
import io.gazeshift.daemon.registry.Author;
import io.gazeshift.daemon.registry.HeadRecords;
import io.gazeshift.daemon.registry.HeadVersions;
import io.gazeshift.daemon.registry.Publication;
import io.gazeshift.daemon.registry.Registrar;
import io.gazeshift.daemon.registry.Registrar.Pin;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.InstantSource;
import java.util.Optional;

/** The heads of the registry; those of another backbone are as good as none. */
final class RegistryHeads implements Heads {

  private static final Facts SOURCE = new Facts(0, 0, false, false, "");

  private final HeadVersions versions;
  private final Registrar registrar;
  private final HeadFile source;

  RegistryHeads(
      KafkaAccess kafka,
      HeadFile source,
      TrustedKeys keys,
      Optional<HeadSigner> signer,
      InstantSource clock) {
    this.versions = new HeadVersions(kafka, keys);
    this.registrar = new Registrar(versions, signer, clock);
    this.source = source;
  }

  @Override
  public void refresh() {
    versions.refresh();
  }

  @Override
  public Facts facts(String domain) {
    return versions
        .current(domain)
        .map(
            head ->
                new Facts(
                    head.getVersion(),
                    head.getParentVersion(),
                    head.getPinned(),
                    head.hasRestoredVersion(),
                    head.getAuthor()))
        .orElse(SOURCE);
  }

  @Override
  public Head load(String domain) {
    return own(domain)
        .map(head -> HeadRecords.file(versions.require(domain, head.getVersion())).head())
        .orElse(source.head());
  }

  private Optional<HeadModel> own(String domain) {
    return versions
        .current(domain)
        .filter(head -> head.getBackboneFingerprint().equals(source.backboneFingerprint()));
  }

  @Override
  public Head load(String domain, long version) {
    if (version == 0) {
      return source.head();
    }
    HeadFile earlier = HeadRecords.file(versions.require(domain, version));
    if (!earlier.backboneFingerprint().equals(source.backboneFingerprint())) {
      throw new UserError("head %d was made for another backbone".formatted(version));
    }
    return earlier.head();
  }

  @Override
  public Next restore(String domain, long version, String summary) {
    Publication next =
        version == 0
            ? registrar.restoreSource(domain, source, Pin.AS_BEFORE, summary, Author.SERVICE)
            : registrar.restore(domain, version, Pin.AS_BEFORE, summary, Author.SERVICE);
    return new Next(next.version(), next.records());
  }

  @Override
  public Next publication(String domain, Head head, long parentVersion, String summary) {
    Publication next =
        registrar.introduce(
            domain,
            new HeadFile(head, source.backboneFingerprint()),
            // What was made beside a head of another backbone was made from the source head.
            own(domain).isPresent() ? parentVersion : 0,
            summary,
            Author.SERVICE);
    return new Next(next.version(), next.records());
  }

  @Override
  public void close() {
    versions.close();
  }
}
