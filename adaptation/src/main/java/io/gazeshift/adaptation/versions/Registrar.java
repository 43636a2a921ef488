package io.gazeshift.adaptation.versions;

import io.gazeshift.common.Micros;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.keys.HeadSeal;
import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Makes the next version of a domain from a new head or an earlier version. A pinned domain stays
 * pinned until it is unpinned. Reads the versions again each time; of two versions with the same
 * number, the one committed first becomes active ({@link HeadVersions#isActive}). For one thread.
 */
public final class Registrar {

  /** Whether adaptation must not change the domain. */
  public enum Pin {
    PINNED,
    UNPINNED,
    AS_BEFORE
  }

  private final HeadVersions versions;
  private final Optional<HeadSigner> signer;
  private final InstantSource clock;

  public Registrar(HeadVersions versions, Optional<HeadSigner> signer, InstantSource clock) {
    this.versions = versions;
    this.signer = signer;
    this.clock = clock;
  }

  /**
   * A new head.
   *
   * @param parentVersion of the head it replaces; 0 is the source head
   * @param summary why it is published, in one paragraph
   */
  public Publication introduce(
      String domain, HeadFile head, long parentVersion, String summary, Author author) {
    return next(
        domain, layersOf(head).setParentVersion(parentVersion), Pin.AS_BEFORE, summary, author);
  }

  /**
   * An earlier version again, with its original parent.
   *
   * @throws UserError if it is not kept any more
   */
  public Publication restore(String domain, long version, Pin pin, String summary, Author author) {
    versions.refresh();
    return next(domain, layersOf(versions.require(domain, version)), pin, summary, author);
  }

  /** The source head as a new version. */
  public Publication restoreSource(
      String domain, HeadFile source, Pin pin, String summary, Author author) {
    return next(domain, layersOf(source).setRestoredVersion(0), pin, summary, author);
  }

  /**
   * The active head again, pinned or not.
   *
   * @throws UserError if the domain has no head of its own
   */
  public Publication pin(String domain, Pin pin, String summary, Author author) {
    versions.refresh();
    return restore(domain, versions.require(domain).getVersion(), pin, summary, author);
  }

  private boolean isPinned(String domain, Pin pin) {
    return switch (pin) {
      case PINNED -> true;
      case UNPINNED -> false;
      case AS_BEFORE -> versions.current(domain).map(HeadModel::getPinned).orElse(false);
    };
  }

  private static HeadModel.Builder layersOf(HeadFile head) {
    return HeadModel.newBuilder()
        .setBackboneFingerprint(head.backboneFingerprint())
        .addAllLayers(HeadRecords.layers(head.head()));
  }

  /** The original of a version that is itself a restored one. */
  private static HeadModel.Builder layersOf(HeadModel earlier) {
    return HeadModel.newBuilder()
        .setBackboneFingerprint(earlier.getBackboneFingerprint())
        .addAllLayers(earlier.getLayersList())
        .setParentVersion(earlier.getParentVersion())
        .setRestoredVersion(
            earlier.hasRestoredVersion() ? earlier.getRestoredVersion() : earlier.getVersion());
  }

  private static long after(String domain, long newest) {
    if (newest >= VersionedHead.LAST_VERSION) {
      throw new UserError(
          ("domain '%s': head %d has the highest possible version, so none can follow; give the"
                  + " domain another name, or delete its records from %s and %s")
              .formatted(domain, newest, Topics.MODELS.name(), Topics.MODELS_HISTORY.name()));
    }
    return newest + 1;
  }

  private Publication next(
      String domain, HeadModel.Builder layers, Pin pin, String summary, Author author) {
    versions.refresh();
    HeadModel unsealed =
        layers
            .setDomain(domain)
            .setVersion(after(domain, versions.newest(domain)))
            .setCreatedMicros(Micros.of(clock.instant()))
            .setReportSummary(summary)
            .setAuthor(author.text())
            .setPinned(isPinned(domain, pin))
            .build();
    HeadModel sealed = unsealed.toBuilder().setSha256(HeadSeal.sha256(unsealed)).build();
    return new Publication(signer.map(by -> by.sign(sealed)).orElse(sealed));
  }
}
