package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The heads in the topics; those of another backbone are ignored. */
public final class PublishedHeads implements Heads {

  private static final Logger log = LoggerFactory.getLogger(PublishedHeads.class);

  private static final Facts SOURCE = new Facts(0, 0, false, false, "");

  private final HeadVersions versions;
  private final Registrar registrar;
  private final HeadFile source;

  /**
   * @param ignored is told of published records that are no valid versions
   */
  public PublishedHeads(
      KafkaAccess kafka,
      HeadFile source,
      TrustedKeys keys,
      Optional<HeadSigner> signer,
      InstantSource clock,
      HeadVersions.Ignored ignored) {
    this.versions = new HeadVersions(kafka, keys, ignored);
    this.registrar = new Registrar(versions, signer, clock);
    this.source = source;
  }

  @Override
  public void refresh() {
    versions.refresh();
  }

  @Override
  public void refreshPast(RecordMetadata position) {
    versions.refreshPast(position);
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
  public SortedSet<String> domains() {
    return versions.domains();
  }

  @Override
  public boolean isHidden(String domain) {
    return !versions.isNewestRecord(domain);
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
  public Head origin(String domain) {
    Optional<HeadModel> head = own(domain);
    while (head.isPresent()) {
      HeadModel made = head.get();
      boolean again = made.hasRestoredVersion();
      if (!again && !made.getAuthor().equals(Author.SERVICE.text())) {
        return load(domain, made.getVersion());
      }
      long before = again ? made.getRestoredVersion() : made.getParentVersion();
      if (before == 0) {
        return source.head();
      }
      head = versions.find(domain, before).filter(other -> other.getVersion() < made.getVersion());
    }
    // Another backbone, or the beginning of the line is no longer kept.
    return load(domain);
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
  public Publication restore(String domain, long version, String summary) {
    return version == 0
        ? registrar.restoreSource(domain, source, Pin.AS_BEFORE, summary, Author.SERVICE)
        : registrar.restore(domain, version, Pin.AS_BEFORE, summary, Author.SERVICE);
  }

  @Override
  public Publication publication(String domain, Head head, long parentVersion, String summary) {
    return registrar.introduce(
        domain,
        new HeadFile(head, source.backboneFingerprint()),
        // A head of another backbone does not predict, so the source head is replaced.
        own(domain).isPresent() ? parentVersion : 0,
        summary,
        Author.SERVICE);
  }

  @Override
  public boolean isActive(Publication published, RecordMetadata place) {
    versions.refreshPast(place);
    return versions.isActive(published.head());
  }

  @Override
  public List<ProducerRecord<String, byte[]>> mending(String domain) {
    versions.refresh();
    return isHidden(domain) ? again(domain) : List.of();
  }

  @Override
  public List<ProducerRecord<String, byte[]>> again(String domain) {
    String summary = "published again, for another head stood after it";
    try {
      Publication hidden =
          new Publication(versions.require(domain, versions.require(domain).getVersion()));
      List<ProducerRecord<String, byte[]>> records =
          new ArrayList<>(registrar.pin(domain, Pin.AS_BEFORE, summary, Author.SERVICE).records());
      records.add(hidden.place());
      return records;
    } catch (UserError e) {
      log.atWarn()
          .addKeyValue("domain", domain)
          .log(
              "domain {}: another head has the version of the active one, which cannot be published"
                  + " again: {}",
              domain,
              e.getMessage());
      return List.of();
    }
  }

  @Override
  public void close() {
    versions.close();
  }
}
