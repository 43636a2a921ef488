package io.gazeshift.daemon.cli.models;

import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.inference.keys.KeyFiles;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Generate the keys that sign heads.")
public final class KeysCommand {

  private KeysCommand() {}

  public static CommandLine line(Console console) {
    return new CommandLine(new KeysCommand()).addSubcommand(new Generate(console));
  }

  @Command(
      name = "generate",
      mixinStandardHelpOptions = true,
      description =
          "Generate an Ed25519 key pair: the private key signs heads (adapt.signing-key), the public"
              + " key verifies them (infer.trusted-keys).")
  private static final class Generate implements Callable<Integer> {

    private final Console console;

    @Option(
        names = "--out",
        paramLabel = "DIR",
        required = true,
        description = "Directory for the two files; created if missing.")
    private Path directory;

    private Generate(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      KeyFiles files = KeyFiles.generate(directory, new SecureRandom());
      console
          .out()
          .printf("private key  %s (for adapt.signing-key; keep it secret)%n", files.privateKey());
      console.out().printf("public key   %s (for infer.trusted-keys)%n", files.publicKey());
      return ExitCode.DONE;
    }
  }
}
