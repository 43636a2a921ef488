package io.gazeshift.inference.keys;

import com.google.protobuf.ByteString;
import io.gazeshift.common.UserError;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.HeadModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The keys that heads and glances must be signed with; without keys, no signature is needed.
 * Thread-safe.
 */
public final class TrustedKeys {

  private static final String SUFFIX = ".pem";

  private final List<PublicKey> keys;

  private TrustedKeys(List<PublicKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /** Nothing needs a signature. */
  public static TrustedKeys none() {
    return new TrustedKeys(List.of());
  }

  /**
   * Reads public keys from PEM files, and from every {@code .pem} file of directories.
   *
   * @throws UserError where one cannot be read, or a directory has none: who names keys wants heads
   *     to be signed
   */
  public static TrustedKeys read(List<Path> filesAndDirectories) {
    List<PublicKey> keys = new ArrayList<>();
    for (Path path : filesAndDirectories) {
      for (Path file : Files.isDirectory(path) ? filesIn(path) : List.of(path)) {
        keys.add(Pem.readPublic(file));
      }
    }
    return new TrustedKeys(keys);
  }

  private static List<Path> filesIn(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      List<Path> files = entries.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
      if (files.isEmpty()) {
        throw new UserError(
            ("infer.trusted-keys: %s contains no %s file; put a public key there, or leave"
                    + " the setting empty")
                .formatted(directory, SUFFIX));
      }
      return files;
    } catch (IOException e) {
      throw new UserError(
          "infer.trusted-keys: cannot read %s: %s".formatted(directory, e.getMessage()), e);
    }
  }

  /**
   * Reads the key that is to sign heads, if there is one.
   *
   * @param name of the setting or option that names the file
   * @throws UserError where these keys would not vouch for what it signs: better no head than one
   *     that every inference process rejects
   */
  public Optional<HeadSigner> signer(String name, Optional<Path> file) {
    return signer(
        name,
        file,
        HeadSigner::read,
        signer -> vouchFor(signer.sign(HeadModel.getDefaultInstance())),
        "heads",
        "inference");
  }

  /**
   * Reads the key that is to sign glances, if there is one.
   *
   * @param name of the setting or option that names the file
   * @throws UserError where these keys would not vouch for what it signs: better no glance than one
   *     that adaptation ignores
   */
  public Optional<GlanceSigner> glanceSigner(String name, Optional<Path> file) {
    return signer(
        name,
        file,
        GlanceSigner::read,
        signer -> vouchFor(signer.sign(CalibrationGlance.getDefaultInstance())),
        "glances",
        "adaptation");
  }

  private <S> Optional<S> signer(
      String name,
      Optional<Path> file,
      Function<Path, S> read,
      Predicate<S> isTrusted,
      String what,
      String reader) {
    if (file.isEmpty() && requireSignature()) {
      throw UserError.usage(
          ("%s: %s must be signed because infer.trusted-keys is set; give the file of a matching"
                  + " private key")
              .formatted(name, what));
    }
    Optional<S> signer = file.map(read);
    if (requireSignature() && !isTrusted.test(signer.orElseThrow())) {
      throw new UserError(
          ("%s: %s does not match any key of infer.trusted-keys, so %s would reject its %s; use"
                  + " another key, or add its public key to infer.trusted-keys")
              .formatted(name, file.get(), reader, what));
    }
    return signer;
  }

  /** Whether a head or a glance without a signature is to be rejected. */
  public boolean requireSignature() {
    return !keys.isEmpty();
  }

  /** Whether one of the keys vouches for this head. */
  public boolean vouchFor(HeadModel head) {
    return vouchFor(HeadSeal.signedBytes(head), head.getSignature());
  }

  /** Whether one of the keys vouches for this glance. */
  public boolean vouchFor(CalibrationGlance glance) {
    return vouchFor(GlanceSeal.signedBytes(glance), glance.getSignature());
  }

  private boolean vouchFor(byte[] signed, ByteString signature) {
    return keys.stream().anyMatch(key -> Signatures.isBy(key, signed, signature));
  }
}
