package io.gazeshift.daemon.cli.glances;

import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.GlanceSigner;
import io.gazeshift.inference.keys.TrustedKeys;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The key that signs glances; a picocli mixin. */
final class GlanceKeyOption {

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description =
          "Private key file (PEM) to sign glances with; needed if infer.trusted-keys is set."
              + " Default: adapt.signing-key.")
  private Path key;

  /** Rejects a missing or unknown key before a person is asked to look anywhere. */
  Optional<GlanceSigner> signer(GazeshiftConfig config, TrustedKeys keys) {
    return key == null && config.adapt().signingKey().isPresent()
        ? keys.glanceSigner("adapt.signing-key", config.adapt().signingKey())
        : keys.glanceSigner("--key", Optional.ofNullable(key));
  }
}
