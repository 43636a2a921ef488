package io.gazeshift.inference.keys;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ed25519 keys as text: PKCS#8 for private ones, X.509 for public ones. */
final class Pem {

  static final String ALGORITHM = "Ed25519";

  private static final String PRIVATE = "PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
  private static final int MAX_FILE_BYTES = 64 << 10;

  private Pem() {}

  static String of(PrivateKey key) {
    return text(PRIVATE, key.getEncoded());
  }

  static String of(PublicKey key) {
    return text(PUBLIC, key.getEncoded());
  }

  static PrivateKey readPrivate(Path file) {
    byte[] der = read(file, PRIVATE);
    try {
      return KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      throw notEd25519(file, e);
    }
  }

  static PublicKey readPublic(Path file) {
    byte[] der = read(file, PUBLIC);
    try {
      return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      throw notEd25519(file, e);
    }
  }

  private static String text(String label, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, body);
  }

  private static byte[] read(Path file, String label) {
    String text = text(file);
    Matcher block = BLOCK.matcher(text);
    if (!block.find()) {
      throw new UserError(
          "%s: contains no PEM block; create keys with 'gazeshift keys generate'".formatted(file));
    }
    if (!block.group(1).equals(label)) {
      throw new UserError(
          "%s: contains a %s, but a %s is needed here".formatted(file, block.group(1), label));
    }
    try {
      return Base64.getMimeDecoder().decode(block.group(2));
    } catch (IllegalArgumentException e) {
      throw new UserError("%s: is damaged: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static String text(Path file) {
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new UserError("%s: is too large for a key".formatted(file));
      }
      return new String(Files.readAllBytes(file), US_ASCII);
    } catch (NoSuchFileException e) {
      throw new UserError("%s: the file does not exist".formatted(file), e);
    } catch (AccessDeniedException e) {
      throw new UserError(
          "%s: not readable by user '%s'; change its permissions, or run as its owner"
              .formatted(file, System.getProperty("user.name")),
          e);
    } catch (IOException e) {
      throw new UserError("%s: cannot read the file: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static UserError notEd25519(Path file, Exception cause) {
    return new UserError(
        "%s: is not an Ed25519 key; create one with 'gazeshift keys generate'".formatted(file),
        cause);
  }
}
