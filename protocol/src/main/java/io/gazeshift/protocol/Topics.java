package io.gazeshift.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The topics of Gazeshift, each described once. */
public final class Topics {

  /**
   * How many inference or adaptation processes can share the work of one topic. One camera (or
   * domain) stays in one partition and so in order.
   */
  private static final int SHARED = 12;

  /** For topics that are small and that every reader reads whole. */
  private static final int WHOLE = 1;

  /** Room for key and headers, and for a producer to send many small records as one batch. */
  private static final int HEADROOM_BYTES = 1 << 20;

  /** Normalised face patches, waiting for inference; images of people are not kept longer. */
  public static final Topic FACES =
      kept(
          "gaze.faces",
          "camera id",
          RecordType.FACE_FRAME,
          SHARED,
          Duration.ofMinutes(10),
          Duration.ofMinutes(1));

  /** Where people look. */
  public static final Topic PREDICTIONS =
      kept(
          "gaze.predictions",
          "camera id",
          RecordType.GAZE_PREDICTION,
          SHARED,
          Duration.ofDays(7),
          Duration.ofHours(6));

  /** What people did: fixations, glances, blinks; and alerts of driver profiles. */
  public static final Topic EVENTS =
      kept(
          "gaze.events",
          "camera@face",
          RecordType.FACE_EVENT,
          SHARED,
          Duration.ofDays(30),
          Duration.ofDays(1));

  /** How fast vehicles go, for their driver profiles. */
  public static final Topic SPEED =
      kept(
          "gaze.speed",
          "domain",
          RecordType.VEHICLE_SPEED,
          WHOLE,
          Duration.ofDays(7),
          Duration.ofHours(6));

  /** What the next events depend on, for each partition of {@link #PREDICTIONS}. */
  public static final Topic EVENTS_STATE =
      new Topic(
          "gaze.events.state",
          "group@partition",
          Optional.of(RecordType.EVENT_STATE),
          SHARED,
          Optional.empty(),
          Duration.ofMinutes(10),
          RecordType.EVENT_STATE.maxBytes() + HEADROOM_BYTES);

  /** Backbone features: the durable form of the target buffers. */
  public static final Topic FEATURES =
      kept(
          "gaze.features",
          "domain",
          RecordType.FEATURE_SAMPLE,
          SHARED,
          Duration.ofDays(1),
          Duration.ofHours(1));

  /** The head each domain uses: the newest record of a domain is its active head. */
  public static final Topic MODELS =
      new Topic(
          "gaze.models",
          "domain",
          Optional.of(RecordType.HEAD_MODEL),
          WHOLE,
          Optional.empty(),
          Duration.ofSeconds(10),
          RecordType.HEAD_MODEL.maxBytes() + HEADROOM_BYTES);

  /** The last heads of each domain, to go back to; written together with {@link #MODELS}. */
  public static final Topic MODELS_HISTORY =
      new Topic(
          "gaze.models.history",
          "domain@version",
          Optional.of(RecordType.HEAD_MODEL),
          WHOLE,
          Optional.empty(),
          Duration.ofMinutes(10),
          RecordType.HEAD_MODEL.maxBytes() + HEADROOM_BYTES);

  /** Looks at known points, kept until they are taken back. */
  public static final Topic CALIBRATION =
      new Topic(
          "gaze.calibration",
          "domain@glance",
          Optional.of(RecordType.CALIBRATION_GLANCE),
          WHOLE,
          Optional.empty(),
          Duration.ofMinutes(10),
          RecordType.CALIBRATION_GLANCE.maxBytes() + HEADROOM_BYTES);

  /** What people ask adaptation to do. */
  public static final Topic REQUESTS =
      kept(
          "gaze.requests",
          "domain",
          RecordType.ADAPTATION_REQUEST,
          WHOLE,
          Duration.ofDays(1),
          Duration.ofHours(6));

  /** The ground truth of rendered faces; never used for adaptation. */
  public static final Topic TRUTH =
      kept(
          "gaze.truth",
          "camera id",
          RecordType.GAZE_TRUTH,
          SHARED,
          Duration.ofDays(1),
          Duration.ofHours(1));

  /** What every adaptation did and why it was accepted or not. */
  public static final Topic ADAPTATIONS =
      kept(
          "gaze.adaptations",
          "domain",
          RecordType.ADAPTATION_EVENT,
          WHOLE,
          Duration.ofDays(30),
          Duration.ofDays(1));

  /**
   * Records of {@link #FACES} that could not be read, byte for byte, with the reason in headers. It
   * takes whatever that topic takes.
   */
  public static final Topic FACES_DLQ =
      new Topic(
          "gaze.faces.dlq",
          "camera id",
          Optional.empty(),
          WHOLE,
          Optional.of(Duration.ofDays(7)),
          Duration.ofHours(6),
          FACES.maxMessageBytes() + HEADROOM_BYTES);

  /**
   * Records of {@link #CALIBRATION} that adaptation does not use, byte for byte, with the reason in
   * headers.
   */
  public static final Topic CALIBRATION_DLQ =
      new Topic(
          "gaze.calibration.dlq",
          "domain@glance",
          Optional.empty(),
          WHOLE,
          Optional.of(Duration.ofDays(7)),
          Duration.ofHours(6),
          FACES_DLQ.maxMessageBytes());

  /**
   * {@link #PREDICTIONS} as JSON, for programs that read no protobuf. Only 'gazeshift mirror' makes
   * and writes it, so it is not among {@link #ALL}.
   */
  public static final Topic PREDICTIONS_JSON =
      new Topic(
          "gaze.predictions.json",
          "camera id",
          Optional.empty(),
          SHARED,
          Optional.of(Duration.ofDays(7)),
          Duration.ofHours(6),
          // Numbers and names take several times as many bytes as in protobuf.
          8 * RecordType.GAZE_PREDICTION.maxBytes() + HEADROOM_BYTES);

  public static final List<Topic> ALL =
      List.of(
          FACES,
          PREDICTIONS,
          EVENTS,
          EVENTS_STATE,
          SPEED,
          FEATURES,
          MODELS,
          MODELS_HISTORY,
          ADAPTATIONS,
          REQUESTS,
          CALIBRATION,
          TRUTH,
          FACES_DLQ,
          CALIBRATION_DLQ);

  private Topics() {}

  private static Topic kept(
      String name,
      String key,
      RecordType<?> type,
      int partitions,
      Duration retention,
      Duration segment) {
    return new Topic(
        name,
        key,
        Optional.of(type),
        partitions,
        Optional.of(retention),
        segment,
        type.maxBytes() + HEADROOM_BYTES);
  }
}
