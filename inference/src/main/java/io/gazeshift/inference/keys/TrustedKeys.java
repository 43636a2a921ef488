package io.gazeshift.inference.keys;

import io.gazeshift.common.UserError;
import io.gazeshift.protocol.v1.HeadModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys that a head must be signed with; without keys, no signature is needed. Thread-safe. */
public final class TrustedKeys {

  private static final String SUFFIX = ".pem";

  private final List<PublicKey> keys;

  private TrustedKeys(List<PublicKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /** Heads need no signature. */
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
    if (file.isEmpty() && requireSignature()) {
      throw UserError.usage(
          ("%s: heads must be signed because infer.trusted-keys is set; give the file of"
                      + " a matching private")
                  .formatted(name)
              + " key");
    }
    Optional<HeadSigner> signer = file.map(HeadSigner::read);
    HeadModel any = HeadModel.getDefaultInstance();
    if (requireSignature() && !vouchFor(signer.orElseThrow().sign(any))) {
      throw new UserError(
          "%s: %s does not match any key of infer.trusted-keys, so inference would reject"
                  .formatted(name, file.get())
              + " its heads; use another key, or add its public key to infer.trusted-keys");
    }
    return signer;
  }

  /** Whether a head without a signature is to be rejected. */
  public boolean requireSignature() {
    return !keys.isEmpty();
  }

  /** Whether one of the keys vouches for this head. */
  public boolean vouchFor(HeadModel head) {
    byte[] signed = HeadSeal.signedBytes(head);
    byte[] signature = head.getSignature().toByteArray();
    return keys.stream().anyMatch(key -> isBy(key, signed, signature));
  }

  private static boolean isBy(PublicKey key, byte[] signed, byte[] bytes) {
    try {
      Signature signature = Signature.getInstance(Pem.ALGORITHM);
      signature.initVerify(key);
      signature.update(signed);
      return signature.verify(bytes);
    } catch (SignatureException e) {
      // Not even the shape of a signature.
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java supports Ed25519 since version 15", e);
    }
  }
}
