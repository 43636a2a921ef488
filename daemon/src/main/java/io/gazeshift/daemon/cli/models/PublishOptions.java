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
      description = "Name to record as the author. Default: the current user.")
  private String author = System.getProperty("user.name", "unknown");

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Reason to record; 'gazeshift models list' shows it.")
  private String reason;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Private key file (PEM) to sign the version with. Default: adapt.signing-key.")
  private Path key;

  Author author() {
    return Author.person(author);
  }

  /** What was done, with the reason if one was given. */
  String summary(String done) {
    return reason == null ? done : done + ": " + reason;
  }

  Optional<HeadSigner> signer(GazeshiftConfig config, TrustedKeys keys) {
    return key == null && config.adapt().signingKey().isPresent()
        ? keys.signer("adapt.signing-key", config.adapt().signingKey())
        : keys.signer("--key", Optional.ofNullable(key));
  }
}
