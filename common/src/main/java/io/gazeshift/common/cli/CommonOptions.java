package io.gazeshift.common.cli;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.BaseDirectories;
import io.gazeshift.common.config.ConfigLoader;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.common.config.SettingsCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command; a picocli mixin. */
public final class CommonOptions {

  static final String VERBOSE = "--verbose";

  private static final String CONFIG = "--config";
  private static final String CONFIG_VARIABLE = "GAZESHIFT_CONFIG";
  private static final String FILE_NAME = "gazeshift.yaml";

  private final Map<String, String> environment;
  private final Path workingDirectory;

  @Option(
      names = CONFIG,
      paramLabel = "FILE",
      description =
          "Configuration file to read. Default: the first that exists of"
              + " $GAZESHIFT_CONFIG, ./gazeshift.yaml and ~/.config/gazeshift/gazeshift.yaml.")
  private @Nullable Path configFile;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Sets a configuration key, for example --set infer.threads=2. Can be repeated.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers to use instead of the embedded one.")
  private @Nullable String kafka;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Directory in which the embedded broker stores its records.")
  private @Nullable Path dataDir;

  @Option(
      names = {"-v", VERBOSE},
      description = "Log more, and print the stack trace of an error.")
  private boolean verbose;

  @Option(
      names = "--log",
      paramLabel = "FORMAT",
      description = "Log format: ${COMPLETION-CANDIDATES}. Default: text.")
  private LogFormat log = LogFormat.text;

  /** For the environment and the working directory of this process. */
  public CommonOptions() {
    this(System.getenv(), Path.of(""));
  }

  /** For a given environment and working directory. */
  public CommonOptions(Map<String, String> environment, Path workingDirectory) {
    this.environment = Map.copyOf(environment);
    this.workingDirectory = workingDirectory;
  }

  /** Whether the user asked for details. */
  public boolean verbose() {
    return verbose;
  }

  /** How the user wants the log. */
  public LogFormat log() {
    return log;
  }

  /**
   * The configuration, with these flags and those of the command on top.
   *
   * @throws UserError with one line for each problem
   */
  public EffectiveConfig load(Flags ofCommand) {
    EffectiveConfig config = loadEffective(ofCommand);
    SettingsCatalogue.ofProgram().check(config);
    return config;
  }

  /** The same before its values are checked against each other. */
  public EffectiveConfig loadEffective(Flags ofCommand) {
    List<GivenValue> flags = new ArrayList<>(given());
    flags.addAll(ofCommand.given());
    return new ConfigLoader(SettingsCatalogue.ofProgram().schema(), environment)
        .load(file(), flags);
  }

  private List<GivenValue> given() {
    Flags flags = new Flags();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        // Only what looks like a key is repeated: the rest may be a secret.
        throw UserError.usage(
            "--set: '%s' needs a value; write --set key=value"
                .formatted(setting.replaceFirst("[^A-Za-z0-9.\\[\\]_-].*", "...")));
      }
      flags.set("--set", setting.substring(0, equals).strip(), setting.substring(equals + 1));
    }
    return flags
        .set("--kafka", "kafka.bootstrap", kafka)
        .set("--data-dir", "broker.data-dir", dataDir)
        .given();
  }

  /** The file to read. One that was asked for must be there; the usual ones need not. */
  private Optional<Path> file() {
    if (configFile != null) {
      return Optional.of(asked(CONFIG, configFile));
    }
    String variable = environment.getOrDefault(CONFIG_VARIABLE, "");
    if (!variable.isEmpty()) {
      return Optional.of(asked(CONFIG_VARIABLE, Path.of(variable)));
    }
    return Stream.of(
            workingDirectory.resolve(FILE_NAME),
            BaseDirectories.config(environment).resolve("gazeshift").resolve(FILE_NAME))
        .filter(Files::exists)
        .findFirst();
  }

  private static Path asked(String by, Path file) {
    if (!Files.exists(file)) {
      throw UserError.usage("%s: the file %s does not exist".formatted(by, file));
    }
    return file;
  }
}
