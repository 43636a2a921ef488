package io.gazeshift.adaptation.config;

import io.gazeshift.common.config.BaseDirectories;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Names;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The adaptation role.
 *
 * @param enabled whether heads are adapted beside cameras and inference, in one process with them
 * @param bank labelled features of the source; empty means those that the model brings along
 * @param validation labelled features of people that the source head was not trained on; empty
 *     means those of the bank that it held out
 * @param labelModel of GLSGE, in domains that choose none; empty means the site prior where there
 *     is one, and else the paper's
 * @param device {@code auto}, {@code cpu} or {@code cuda:N}
 * @param domains which domains are adapted, and how many
 * @param timeLimit of one run
 * @param reportDir where a page and a JSON file about each run are written
 * @param signingKey private key that vouches for published heads; empty leaves them unsigned
 * @param group consumer group; members share the domains among them
 * @param instance this member's name in the group, the same after a restart and no other's
 */
public record AdaptConfig(
    boolean enabled,
    Optional<Path> bank,
    Optional<Path> validation,
    Method method,
    Optional<LabelModelName> labelModel,
    String device,
    Triggers triggers,
    Samples samples,
    Domains domains,
    Duration timeLimit,
    GateMode gate,
    WatchConfig watch,
    Path reportDir,
    int reportsKept,
    Optional<Path> signingKey,
    String group,
    String instance) {

  public AdaptConfig {
    if (method == Method.SAFE && labelModel.isPresent()) {
      throw new IllegalArgumentException(
          "label-model: '%s' goes with adapt.method glsge, not with safe; remove it, or set the method"
              .formatted(labelModel.get().key()));
    }
  }

  /** How heads are adapted. */
  public enum Method {
    /** Changes the head only where the evidence supports it. */
    SAFE,
    /** The published algorithm, which always changes the head. */
    GLSGE;

    /** The name of GLSGE in earlier versions. */
    private static final String FORMER = "paper";

    /** As configuration, command line and reports name it. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** All names, for help and errors. */
    public static String choices() {
      return Arrays.stream(values()).map(Method::key).collect(Collectors.joining(", "));
    }

    public static Optional<Method> parse(String text) {
      return text.equals(FORMER)
          ? Optional.of(GLSGE)
          : Arrays.stream(values()).filter(each -> each.key().equals(text)).findFirst();
    }

    static ValueType<Method> type() {
      return new ValueType<>("one of " + choices(), false, Method::parse);
    }
  }

  /** What happens to a head that the gate rejects. */
  public enum GateMode {
    /** It is not published. */
    ENFORCE,
    /** It is published anyway, and the reasons are reported. */
    WARN,
    /** There is no gate: every head with finite outputs is published. */
    OFF
  }

  /**
   * When a domain is adapted.
   *
   * @param minSamplesRequested when a run is requested
   * @param maxBackOff between two tries of a domain that keeps failing
   */
  public record Triggers(
      Duration interval,
      int minSamples,
      int minSamplesRequested,
      Duration driftInterval,
      double driftSignificance,
      Optional<Quiet> quietHours,
      Duration maxBackOff) {

    public Triggers {
      if (minSamples < minSamplesRequested) {
        throw new IllegalArgumentException(
            "min-samples: %d is less than min-samples-requested, %d; who asks needs the fewest"
                .formatted(minSamples, minSamplesRequested));
      }
    }
  }

  /** A time of day without automatic runs; it may pass midnight. */
  public record Quiet(LocalTime from, LocalTime to) {

    private static final int TIME_LENGTH = 5;

    static final ValueType<Quiet> TYPE =
        new ValueType<>(
            "two times of day such as 22:00-06:00",
            false,
            text ->
                Optional.of(text)
                    .filter(t -> t.matches("([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d"))
                    .map(
                        t ->
                            new Quiet(
                                LocalTime.parse(t.substring(0, TIME_LENGTH)),
                                LocalTime.parse(t.substring(TIME_LENGTH + 1)))));
  }

  /**
   * What is kept of a domain.
   *
   * @param capacity frames kept at most
   * @param pause between two bursts of one face
   * @param minQuality from 0 to 1
   * @param minOpenness of the less open eye, from 0 to 1
   */
  public record Samples(
      int capacity, Duration maxAge, Duration pause, double minQuality, double minOpenness) {}

  /**
   * Which domains are adapted; their names come from records.
   *
   * @param most how many this process keeps samples of
   * @param onlyConfigured whether domains that the configuration does not name are ignored
   */
  public record Domains(int most, boolean onlyConfigured) {}

  static final Setting<Boolean> ENABLED =
      Setting.of(
          "adapt.enabled",
          ValueType.bool(),
          "true",
          "Whether 'gazeshift run' adapts heads, where there is a bank.");

  static final Setting<Optional<Path>> BANK =
      Setting.of(
              "adapt.bank",
              ValueType.path().orEmpty(),
              "",
              "Labelled features of the source ('gazeshift bank'), made with infer.model. Empty:"
                  + " bank.safetensors of that model, as 'gazeshift pretrain' writes it; where"
                  + " there is none, 'gazeshift run' does not adapt.")
          .withExample("/var/lib/gazeshift/bank.safetensors");

  static final Setting<Optional<Path>> VALIDATION =
      Setting.of(
          "adapt.validation",
          ValueType.path().orEmpty(),
          "",
          "Labelled features of people that the source head was not trained on. Empty: those of"
              + " the bank that 'gazeshift head train' held out.");

  static final Setting<Method> METHOD =
      Setting.of(
          "adapt.method",
          Method.type(),
          "safe",
          "How heads are adapted: safe leaves one alone where nothing warrants a change, glsge is"
              + " the algorithm as published (docs/use/methods.md).");

  static final Setting<Optional<LabelModelName>> LABEL_MODEL =
      Setting.of(
          "adapt.label-model",
          LabelModelName.type().orEmpty(),
          "",
          "How glsge describes where people look, in domains that choose none:"
              + " truncated-gaussian (the paper's), mixture (people who look at a few things in"
              + " turn, such as drivers), uniform (as in the bank) or site-prior. Empty:"
              + " site-prior in domains that have one, else truncated-gaussian.");

  static final Setting<String> DEVICE =
      Setting.of(
          "adapt.device",
          ValueType.matching("auto|cpu|cuda:\\d{1,2}", "auto, cpu or cuda:N"),
          "auto",
          "Where heads are trained, one at a time; a GPU without memory to spare is left for the"
              + " CPU.");

  static final Setting<Duration> INTERVAL =
      Setting.of(
          "adapt.interval",
          ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
          "6h",
          "Time between two runs of a domain where nothing has changed.");

  static final Setting<Integer> MIN_SAMPLES =
      Setting.of(
          "adapt.min-samples",
          ValueType.integer(1, 1_000_000),
          "1000",
          "Samples of a domain before it is adapted of its own accord.");

  static final Setting<Integer> MIN_SAMPLES_REQUESTED =
      Setting.of(
          "adapt.min-samples-requested",
          ValueType.integer(1, 1_000_000),
          "100",
          "Samples of a domain before 'gazeshift adapt now' is granted.");

  static final Setting<Duration> DRIFT_INTERVAL =
      Setting.of(
          "adapt.drift-interval",
          ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
          "5m",
          "Time between two looks for drift, and after a first failure.");

  /** A smaller significance needs more permutations, on the thread that reads the features. */
  private static ValueType<Double> significance(double least, double most) {
    ValueType<Double> some = ValueType.decimal(least, most);
    ValueType<Double> any = ValueType.decimal(0, most);
    return new ValueType<>(
        some.expected() + ", or 0",
        false,
        text -> any.parse(text).filter(value -> value == 0 || value >= least));
  }

  static final Setting<Double> DRIFT_SIGNIFICANCE =
      Setting.of(
          "adapt.drift-significance",
          significance(0.001, 0.5),
          "0.01",
          "How unlikely by chance a difference must be to count as drift. 0: drift is not looked"
              + " for.");

  static final Setting<Optional<Quiet>> QUIET_HOURS =
      Setting.of(
              "adapt.quiet-hours",
              Quiet.TYPE.orEmpty(),
              "",
              "Local time of day at which nothing is adapted unasked. Empty: none.")
          .withExample("22:00-06:00");

  static final Setting<Duration> MAX_BACK_OFF =
      Setting.of(
          "adapt.max-back-off",
          ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(365)),
          "1d",
          "Longest time between two tries of a domain whose runs keep failing.");

  static final Setting<Integer> CAPACITY =
      Setting.of(
          "adapt.capacity",
          ValueType.integer(40, 1_000_000),
          "2000",
          "Samples of a domain kept at most, varied in gaze, session and time.");

  static final Setting<Duration> MAX_AGE =
      Setting.of(
          "adapt.max-age",
          ValueType.duration(Duration.ofMinutes(1), Duration.ofDays(7)),
          "24h",
          "Older samples are dropped; the topic keeps them for a day.");

  static final Setting<Duration> SAMPLE_PAUSE =
      Setting.of(
          "adapt.sample-pause",
          ValueType.duration(Duration.ZERO, Duration.ofHours(1)),
          "1s",
          "Time between two bursts of four samples of one face. Longer spreads the samples over"
              + " more time, shorter gathers them sooner.");

  static final Setting<Double> MIN_QUALITY =
      Setting.of(
          "adapt.min-quality",
          ValueType.decimal(0, 1),
          "0.3",
          "Quality below which a face is not learnt from, 0 to 1.");

  static final Setting<Double> MIN_OPENNESS =
      Setting.of(
          "adapt.min-openness",
          ValueType.decimal(0, 1),
          "0.4",
          "Openness of the less open eye below which a face is not learnt from, 0 to 1.");

  static final Setting<Integer> MAX_DOMAINS =
      Setting.of(
          "adapt.max-domains",
          ValueType.integer(1, 100_000),
          "256",
          "Domains that one process keeps samples of. When there are more, the one whose last"
              + " sample is the longest ago is forgotten. Domains of the configuration, those with"
              + " a head of their own and those being learnt are kept before others.");

  static final Setting<Boolean> ONLY_CONFIGURED_DOMAINS =
      Setting.of(
          "adapt.only-configured-domains",
          ValueType.bool(),
          "false",
          "Whether only domains of this configuration, listed under 'domains' or named by a camera,"
              + " are adapted. Features of other domains are ignored and counted.");

  static final Setting<Duration> TIME_LIMIT =
      Setting.of(
          "adapt.time-limit",
          ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(1)),
          "10m",
          "A run that takes longer is broken off.");

  static final Setting<GateMode> GATE =
      Setting.of(
          "adapt.gate",
          ValueType.choice(GateMode.class),
          "enforce",
          "What becomes of a head that fails a check: enforce keeps it back, warn publishes it and"
              + " tells. off checks nothing but that outputs are finite, for experiments.");

  static final Setting<Path> REPORT_DIR =
      Setting.computed(
          "adapt.report-dir",
          ValueType.path(),
          environment -> BaseDirectories.state(environment).resolve("gazeshift/reports").toString(),
          "~/.local/state/gazeshift/reports",
          "Where a page and a JSON file about each run are written. Default: gazeshift/reports"
              + " below $XDG_STATE_HOME or ~/.local/state.");

  static final Setting<Integer> REPORTS_KEPT =
      Setting.of(
          "adapt.reports-kept",
          ValueType.integer(1, 100_000),
          "500",
          "Runs whose page and JSON file stay in adapt.report-dir; older ones are deleted.");

  static final Setting<Optional<Path>> SIGNING_KEY =
      Setting.of(
              "adapt.signing-key",
              ValueType.path().orEmpty(),
              "",
              "Private key (PEM, 'gazeshift keys generate') that signs published heads. Empty:"
                  + " heads are not signed.")
          .withExample("/run/secrets/gazeshift.key.pem");

  static final Setting<String> GROUP =
      Setting.of(
          "adapt.group",
          Names.GROUP,
          "gazeshift-adapt",
          "Consumer group: processes of one group share the domains among them.");

  static final Setting<String> INSTANCE =
      Setting.computed(
          "adapt.instance",
          Names.GROUP,
          Names::hostName,
          "gazeshift-adapt-0",
          "Name of this process in its group: the same after a restart, and no other's. Default:"
              + " the host's name.");

  public static final List<Setting<?>> SETTINGS =
      List.of(
          ENABLED,
          BANK,
          VALIDATION,
          METHOD,
          LABEL_MODEL,
          DEVICE,
          INTERVAL,
          MIN_SAMPLES,
          MIN_SAMPLES_REQUESTED,
          DRIFT_INTERVAL,
          DRIFT_SIGNIFICANCE,
          QUIET_HOURS,
          MAX_BACK_OFF,
          CAPACITY,
          MAX_AGE,
          SAMPLE_PAUSE,
          MIN_QUALITY,
          MIN_OPENNESS,
          MAX_DOMAINS,
          ONLY_CONFIGURED_DOMAINS,
          TIME_LIMIT,
          GATE,
          REPORT_DIR,
          REPORTS_KEPT,
          SIGNING_KEY,
          GROUP,
          INSTANCE);

  public static AdaptConfig from(EffectiveConfig config) {
    return new AdaptConfig(
        config.get(ENABLED),
        config.get(BANK),
        config.get(VALIDATION),
        config.get(METHOD),
        config.get(LABEL_MODEL),
        config.get(DEVICE),
        new Triggers(
            config.get(INTERVAL),
            config.get(MIN_SAMPLES),
            config.get(MIN_SAMPLES_REQUESTED),
            config.get(DRIFT_INTERVAL),
            config.get(DRIFT_SIGNIFICANCE),
            config.get(QUIET_HOURS),
            config.get(MAX_BACK_OFF)),
        new Samples(
            config.get(CAPACITY),
            config.get(MAX_AGE),
            config.get(SAMPLE_PAUSE),
            config.get(MIN_QUALITY),
            config.get(MIN_OPENNESS)),
        new Domains(config.get(MAX_DOMAINS), config.get(ONLY_CONFIGURED_DOMAINS)),
        config.get(TIME_LIMIT),
        config.get(GATE),
        WatchConfig.from(config),
        config.get(REPORT_DIR),
        config.get(REPORTS_KEPT),
        config.get(SIGNING_KEY),
        config.get(GROUP),
        config.get(INSTANCE));
  }
}
