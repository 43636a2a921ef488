package io.gazeshift.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Certificates of one authority for a broker on this machine and its users, in the files that
 * Strimzi keeps as Secrets: {@code ca/ca.p12}, and {@code NAME/user.p12} for each name, all with
 * their passwords beside them.
 */
public final class Certificates {

  private static final String PASSWORD = "of-a-test-only";
  private static final String AUTHORITY = "authority";

  private final Path directory;

  private Certificates(Path directory) {
    this.directory = directory;
  }

  /** By the keytool of this JDK; the name is all that a certificate says of who has it. */
  public static Certificates make(Path directory, List<String> names) throws Exception {
    Path all = directory.resolve("all.p12");
    keytool(all, AUTHORITY, "-ext", "bc:critical=ca:true");
    for (String name : names) {
      keytool(all, name, "-signer", AUTHORITY, "-ext", "san=ip:127.0.0.1,dns:localhost");
    }
    Certificates made = new Certificates(directory);
    KeyStore store = KeyStore.getInstance(all.toFile(), PASSWORD.toCharArray());
    KeyStore authority = empty();
    authority.setCertificateEntry(AUTHORITY, store.getCertificate(AUTHORITY));
    made.write(authority, "ca", "ca");
    for (String name : names) {
      KeyStore one = empty();
      one.setKeyEntry(
          name,
          store.getKey(name, PASSWORD.toCharArray()),
          PASSWORD.toCharArray(),
          store.getCertificateChain(name));
      made.write(one, name, "user");
    }
    return made;
  }

  private static void keytool(Path store, String name, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    command.addAll(List.of("-genkeypair", "-alias", name, "-dname", "CN=" + name));
    command.addAll(List.of("-keyalg", "EC", "-validity", "2", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    command.addAll(List.of(more));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException(said);
    }
  }

  private static KeyStore empty() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private void write(KeyStore store, String folder, String name) throws Exception {
    Path into = Files.createDirectories(directory.resolve(folder));
    try (OutputStream file = Files.newOutputStream(into.resolve(name + ".p12"))) {
      store.store(file, PASSWORD.toCharArray());
    }
    Files.writeString(into.resolve(name + ".password"), PASSWORD);
  }

  /** Where {@code ca.p12} is. */
  public Path authority() {
    return directory.resolve("ca");
  }

  /** Where {@code user.p12} of this name is. */
  public Path of(String name) {
    return directory.resolve(name);
  }

  public String password() {
    return PASSWORD;
  }

  /** What a Kafka client of this name is configured with. */
  public Map<String, String> client(String name) {
    return Map.of(
        "security.protocol",
        "SSL",
        "ssl.truststore.type",
        "PKCS12",
        "ssl.truststore.location",
        authority().resolve("ca.p12").toString(),
        "ssl.truststore.password",
        PASSWORD,
        "ssl.keystore.type",
        "PKCS12",
        "ssl.keystore.location",
        of(name).resolve("user.p12").toString(),
        "ssl.keystore.password",
        PASSWORD);
  }
}
