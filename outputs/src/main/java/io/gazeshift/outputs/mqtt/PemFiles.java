package io.gazeshift.outputs.mqtt;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Sockets that trust, and are trusted by, what PEM files say. */
final class PemFiles {

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");

  /** In memory only. */
  private static final char[] NO_PASSWORD = new char[0];

  private PemFiles() {}

  /**
   * Reads the files anew each time: certificates are renewed while a process runs.
   *
   * @throws UserError if one cannot be used
   */
  static SSLSocketFactory sockets(MqttConfig.MqttTls tls) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(tls), authorities(tls.caFile()), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException | IOException e) {
      throw new UserError("mqtt: cannot use its certificates: " + e.getMessage(), e);
    }
  }

  private static TrustManager @Nullable [] authorities(Optional<Path> file)
      throws GeneralSecurityException, IOException {
    if (file.isEmpty()) {
      return null;
    }
    KeyStore store = emptyStore();
    int count = 0;
    for (Certificate certificate : certificates("mqtt.ca-file", file.get())) {
      store.setCertificateEntry("authority" + count++, certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager @Nullable [] keys(MqttConfig.MqttTls tls)
      throws GeneralSecurityException, IOException {
    if (tls.certificateFile().isEmpty() || tls.keyFile().isEmpty()) {
      return null;
    }
    KeyStore store = emptyStore();
    store.setKeyEntry(
        "client",
        key(tls.keyFile().get()),
        NO_PASSWORD,
        certificates("mqtt.certificate-file", tls.certificateFile().get())
            .toArray(new Certificate[0]));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static List<Certificate> certificates(String setting, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      List<Certificate> found =
          new ArrayList<>(CertificateFactory.getInstance("X.509").generateCertificates(in));
      if (!found.isEmpty()) {
        return found;
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new UserError(
          "%s: cannot read %s (%s); it must be a PEM file with certificates"
              .formatted(setting, file, e.getClass().getSimpleName()),
          e);
    }
    throw new UserError(
        "%s: %s has no certificate; it must be a PEM file".formatted(setting, file));
  }

  private static PrivateKey key(Path file) throws GeneralSecurityException {
    Matcher pem = KEY.matcher(text(file));
    if (pem.find()) {
      PKCS8EncodedKeySpec encoded =
          new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
      for (String algorithm : ALGORITHMS) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
        } catch (InvalidKeySpecException e) {
          continue;
        }
      }
    }
    throw new UserError(
        ("mqtt.key-file: %s has no private key of PKCS #8 that is not encrypted; convert it with"
                + " 'openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW'")
            .formatted(file));
  }

  private static String text(Path file) {
    try {
      // Any bytes: what is no key is told apart later.
      return Files.readString(file, ISO_8859_1);
    } catch (IOException e) {
      throw new UserError(
          ("mqtt.key-file: cannot read %s (%s); it must be a PEM file with the private key of"
                  + " mqtt.certificate-file")
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }
}
