package io.gazeshift.daemon.testing;

import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.InferenceExtension;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The registry on a bed's broker, for heads of the bed's backbone. */
public final class TestRegistry implements AutoCloseable {

  private final InferenceExtension bed;
  private final HeadVersions versions;
  private final HeadPublisher publisher;
  private final Registrar registrar;

  private TestRegistry(InferenceExtension bed, TrustedKeys keys, Optional<HeadSigner> signer) {
    this.bed = bed;
    this.versions = new HeadVersions(bed.kafka(), keys);
    this.publisher = new HeadPublisher(bed.kafka(), versions);
    this.registrar = new Registrar(versions, signer, InstantSource.system());
  }

  public static TestRegistry unsigned(InferenceExtension bed) {
    return new TestRegistry(bed, TrustedKeys.none(), Optional.empty());
  }

  /** Signs, and believes nothing else. */
  public static TestRegistry signed(InferenceExtension bed, KeyFiles keys) {
    return new TestRegistry(
        bed,
        TrustedKeys.read(List.of(keys.publicKey())),
        Optional.of(HeadSigner.read(keys.privateKey())));
  }

  /** Read to the end of what is there now. */
  public HeadVersions versions() {
    versions.refresh();
    return versions;
  }

  /** Returns the version a new head is published under. */
  public long publish(String domain, Head head, long parentVersion) {
    HeadFile file = new HeadFile(head, bed.backbone().fingerprint());
    return publish(by -> by.introduce(domain, file, parentVersion, "for a test", Author.SERVICE))
        .getVersion();
  }

  /** Back to the source head. */
  public long retire(String domain) {
    HeadFile source = new HeadFile(bed.model().sourceHead(), bed.backbone().fingerprint());
    return publish(
            by -> by.restoreSource(domain, source, Pin.AS_BEFORE, "for a test", Author.SERVICE))
        .getVersion();
  }

  public HeadModel publish(Function<Registrar, Publication> making) {
    return publisher.publish(() -> making.apply(registrar));
  }

  @Override
  public void close() {
    try (versions) {
      publisher.close();
    }
  }
}
