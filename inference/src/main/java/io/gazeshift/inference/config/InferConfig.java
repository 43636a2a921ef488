package io.gazeshift.inference.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Names;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The inference role.
 *
 * @param model directory of the model, or the name of a built-in one
 * @param device {@code auto}, {@code cpu} or {@code cuda:N}
 * @param maxDelay how long a face may wait for others to share its batch
 * @param maxAge older faces are skipped; empty means that none are
 * @param stallTimeout how long a face may wait for its prediction before the process gives up
 * @param group consumer group; members share the cameras among them
 * @param instance this member's name in the group, the same after a restart, its own among those
 *     that run at the same time
 * @param trustedKeys public keys, or directories of them, one of which must have signed a head;
 *     empty means that unsigned heads are taken
 * @param personCorrection where the offset of a person comes from
 */
public record InferConfig(
    Path model,
    String device,
    int threads,
    int decodeThreads,
    int maxBatch,
    Duration maxDelay,
    Optional<Duration> maxAge,
    Duration stallTimeout,
    String group,
    String instance,
    Delivery delivery,
    List<Path> trustedKeys,
    PersonCorrection personCorrection) {

  /** What a crash may do to predictions. */
  public enum Delivery {
    /** Neither lost nor repeated, at the price of some tens of milliseconds. */
    EXACTLY_ONCE,
    /** Never lost, possibly repeated. */
    AT_LEAST_ONCE
  }

  /** Where the offset of a person comes from. */
  public enum PersonCorrection {
    /** There is none. */
    OFF,
    /** From where the person's fixations lie against the domain's prior. */
    PRIOR,
    /** From the person's glances. */
    GLANCES,
    /** From the person's glances; where there are none, as with the prior. */
    BOTH
  }

  static final Setting<Optional<Path>> MODEL =
      Setting.of(
          "infer.model",
          ValueType.path().orEmpty(),
          "",
          "Directory of the model, or the name of a built-in one: landmarks or studio. Empty:"
              + " studio if all cameras are synthetic, otherwise landmarks.");

  static final Setting<String> DEVICE =
      Setting.of(
          "infer.device",
          ValueType.matching("auto|cpu|cuda:\\d{1,2}", "auto, cpu or cuda:N"),
          "auto",
          "Device that runs the model; auto uses the first GPU, or the CPU if there is" + " none.");

  static final Setting<Integer> THREADS =
      Setting.of(
          "infer.threads",
          ValueType.integer(1, 256),
          "1",
          "Number of CPU threads that run the model.");

  static final Setting<Integer> DECODE_THREADS =
      Setting.of(
          "infer.decode-threads",
          ValueType.integer(1, 64),
          "1",
          "Number of threads that decode patches while the model runs; a GPU may need"
              + " several.");

  static final Setting<Integer> MAX_BATCH =
      Setting.of(
          "infer.max-batch",
          ValueType.integer(1, 1024),
          "32",
          "Maximum number of faces in a batch.");

  static final Setting<Duration> MAX_DELAY =
      Setting.of(
          "infer.max-delay",
          ValueType.duration(Duration.ZERO, Duration.ofSeconds(10)),
          "0ms",
          "How long a face may wait for others to fill its batch. At 0 a batch contains"
              + " the faces that arrived during the previous one, which suits a CPU; a GPU may"
              + " gain from a few ms.");

  static final Setting<Optional<Duration>> MAX_AGE =
      Setting.of(
          "infer.max-age",
          ValueType.duration(Duration.ofMillis(1), Duration.ofDays(1)).orEmpty(),
          "",
          "Maximum age of a face since its capture; older faces are skipped and counted. Where"
              + " there is no time for all faces, so are those that would become older, and"
              + " every camera gets the same share. Empty: every face is predicted.");

  static final Setting<Duration> STALL_TIMEOUT =
      Setting.of(
          "infer.stall-timeout",
          ValueType.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
          "60s",
          "How long a face may wait for its prediction inside the pipeline, not counting the"
              + " batches before its own. If it takes longer, the model or its driver hangs: the"
              + " process ends with an error, so that it is restarted.");

  static final Setting<String> GROUP =
      Setting.of(
          "infer.group",
          Names.GROUP,
          "gazeshift-infer",
          "Consumer group: the processes of a group share the cameras.");

  static final Setting<String> INSTANCE =
      Setting.computed(
          "infer.instance",
          Names.GROUP,
          Names::hostName,
          "gazeshift-infer-0",
          "Unique name of this process in its group; keep it across restarts. Default:"
              + " the host name.");

  static final Setting<Delivery> DELIVERY =
      Setting.of(
          "infer.delivery",
          ValueType.choice(Delivery.class),
          "exactly-once",
          "Delivery guarantee for predictions: exactly-once, or at-least-once (faster; a"
              + " crash may repeat some).");

  static final Setting<List<Path>> TRUSTED_KEYS =
      Setting.of(
          "infer.trusted-keys",
          ValueType.paths(),
          "",
          "Public keys (PEM files or directories of them); a head must be signed by one"
              + " of them. Empty: heads need no signature.");

  static final Setting<PersonCorrection> PERSON_OFFSET =
      Setting.of(
          "infer.person-offset",
          ValueType.choice(PersonCorrection.class),
          "off",
          "Estimates the model's error for each face that is followed and adds it to predictions as"
              + " person_offset: off, prior (from its fixations and the prior of its domain),"
              + " glances (from the glances that were recorded of it), or both (from glances where"
              + " there are any, otherwise as with prior). The gaze itself stays as the model"
              + " predicts it.");

  public static final List<Setting<?>> SETTINGS =
      List.of(
          MODEL,
          DEVICE,
          THREADS,
          DECODE_THREADS,
          MAX_BATCH,
          MAX_DELAY,
          MAX_AGE,
          STALL_TIMEOUT,
          GROUP,
          INSTANCE,
          DELIVERY,
          TRUSTED_KEYS,
          PERSON_OFFSET);

  /**
   * @param usualModel the model where none is configured
   */
  public static InferConfig from(EffectiveConfig config, Path usualModel) {
    return new InferConfig(
        config.get(MODEL).orElse(usualModel),
        config.get(DEVICE),
        config.get(THREADS),
        config.get(DECODE_THREADS),
        config.get(MAX_BATCH),
        config.get(MAX_DELAY),
        config.get(MAX_AGE),
        config.get(STALL_TIMEOUT),
        config.get(GROUP),
        config.get(INSTANCE),
        config.get(DELIVERY),
        config.get(TRUSTED_KEYS),
        config.get(PERSON_OFFSET));
  }

  /** The same for another group, where this process has another place and other offsets. */
  public InferConfig inGroup(String other) {
    return new InferConfig(
        model,
        device,
        threads,
        decodeThreads,
        maxBatch,
        maxDelay,
        maxAge,
        stallTimeout,
        other,
        instance,
        delivery,
        trustedKeys,
        personCorrection);
  }

  /** The same for faces that are not live, and never too old. */
  public InferConfig forAnyAge() {
    return new InferConfig(
        model,
        device,
        threads,
        decodeThreads,
        maxBatch,
        maxDelay,
        Optional.empty(),
        stallTimeout,
        group,
        instance,
        delivery,
        trustedKeys,
        personCorrection);
  }

  public InferConfig withModel(Path other) {
    return new InferConfig(
        other,
        device,
        threads,
        decodeThreads,
        maxBatch,
        maxDelay,
        maxAge,
        stallTimeout,
        group,
        instance,
        delivery,
        trustedKeys,
        personCorrection);
  }

  public InferConfig withThreads(int other) {
    return new InferConfig(
        model,
        device,
        other,
        decodeThreads,
        maxBatch,
        maxDelay,
        maxAge,
        stallTimeout,
        group,
        instance,
        delivery,
        trustedKeys,
        personCorrection);
  }
}
