package io.gazeshift.common.config.sections;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The inference role.
 *
 * @param model directory of the model; empty means the built-in one
 * @param device {@code auto}, {@code cpu} or {@code cuda:N}
 * @param maxDelay how long a face may wait for others to share its batch
 * @param group consumer group; members share the cameras among them
 */
public record InferConfig(
    Optional<Path> model,
    String device,
    int threads,
    int maxBatch,
    Duration maxDelay,
    String group,
    Delivery delivery) {

  /** What a crash may do to predictions. */
  public enum Delivery {
    /** Neither lost nor repeated, at the price of some tens of milliseconds. */
    EXACTLY_ONCE,
    /** Never lost, possibly repeated. */
    AT_LEAST_ONCE
  }

  static final Setting<Optional<Path>> MODEL =
      Setting.of(
          "infer.model",
          ValueType.path().orEmpty(),
          "",
          "Directory of the model. Empty: the built-in one.");

  static final Setting<String> DEVICE =
      Setting.of(
          "infer.device",
          ValueType.matching("auto|cpu|cuda:\\d{1,2}", "auto, cpu or cuda:N"),
          "auto",
          "Where the model runs; auto takes the first GPU, or else the CPU.");

  static final Setting<Integer> THREADS =
      Setting.of(
          "infer.threads", ValueType.integer(1, 256), "1", "CPU threads that run the model.");

  static final Setting<Integer> MAX_BATCH =
      Setting.of(
          "infer.max-batch", ValueType.integer(1, 1024), "32", "Faces in one batch at most.");

  static final Setting<Duration> MAX_DELAY =
      Setting.of(
          "infer.max-delay",
          ValueType.duration(Duration.ZERO, Duration.ofSeconds(10)),
          "5ms",
          "How long a face may wait for others to share its batch.");

  static final Setting<String> GROUP =
      Setting.of(
          "infer.group",
          ValueType.matching("[A-Za-z0-9._-]{1,200}", "1 to 200 letters, digits, '.', '_' or '-'"),
          "gazeshift-infer",
          "Consumer group: processes of one group share the cameras among them.");

  static final Setting<Delivery> DELIVERY =
      Setting.of(
          "infer.delivery",
          ValueType.choice(Delivery.class),
          "exactly-once",
          "What a crash may do to predictions: nothing, or repeat some (faster).");

  static final List<Setting<?>> SETTINGS =
      List.of(MODEL, DEVICE, THREADS, MAX_BATCH, MAX_DELAY, GROUP, DELIVERY);

  static InferConfig from(EffectiveConfig config) {
    return new InferConfig(
        config.get(MODEL),
        config.get(DEVICE),
        config.get(THREADS),
        config.get(MAX_BATCH),
        config.get(MAX_DELAY),
        config.get(GROUP),
        config.get(DELIVERY));
  }
}
