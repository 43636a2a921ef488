package io.gazeshift.daemon.cli.models;

import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.inference.keys.TrustedKeys;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Who publishes a version, why, and with which key; a picocli mixin. */
final class PublishOptions {

  @Option(
      names = "--author",
      paramLabel = "NAME",
      description = "Who does this, for the record. Default: the user of this system.")
  private String author = System.getProperty("user.name", "unknown");

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why, for the record; 'gazeshift models list' shows it.")
  private String reason;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Private key (PEM) that signs the version. Default: adapt.signing-key.")
  private Path key;

  Author author() {
    return Author.person(author);
  }

  /** What was done, and why if it was said. */
  String summary(String done) {
    return reason == null ? done : done + ": " + reason;
  }

  Optional<HeadSigner> signer(GazeshiftConfig config, TrustedKeys keys) {
    return key == null && config.adapt().signingKey().isPresent()
        ? keys.signer("adapt.signing-key", config.adapt().signingKey())
        : keys.signer("--key", Optional.ofNullable(key));
  }
}
