package io.gazeshift.ingest.metrics;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.TimerSpec;
import java.util.List;

/** Every meter of the cameras. */
public final class IngestMeters {

  public static final CounterSpec CAPTURED =
      camera("frames.captured", "Frames read from the camera");
  public static final CounterSpec MISSED =
      camera("frames.missed", "Frames lost before they were read");
  public static final CounterSpec FACELESS = camera("frames.faceless", "Frames without a face");
  public static final CounterSpec FRAMES_FAILED =
      camera("frames.failed", "Frames that could not be processed");
  public static final CounterSpec FOUND = camera("faces.found", "Faces found in the frames");
  public static final CounterSpec DROPPED =
      camera("faces.dropped", "Faces dropped because Kafka or inference fell behind");
  public static final CounterSpec PUBLISHED =
      camera("faces.published", "Faces acknowledged by Kafka");
  public static final CounterSpec FACES_FAILED =
      camera("faces.failed", "Faces rejected or lost by Kafka");
  public static final CounterSpec SOURCE_FAILURES =
      camera("source.failures", "Times the source failed or was unavailable");
  public static final CounterSpec GAP_SECONDS =
      camera("source.gap.seconds", "Seconds without frames while the source was unavailable");
  public static final GaugeSpec RUNNING =
      GaugeSpec.of("gazeshift.ingest.running", "1 while the camera's thread is running", "camera");
  public static final TimerSpec STAGE =
      TimerSpec.step(
          "gazeshift.ingest.stage",
          "Time a frame or face spends in one stage: read (including the wait for the"
              + " next frame), locate, normalise, measure, encode, publish",
          "camera",
          "stage");

  public static final List<MeterSpec> ALL =
      List.of(
          CAPTURED,
          MISSED,
          FACELESS,
          FRAMES_FAILED,
          FOUND,
          DROPPED,
          PUBLISHED,
          FACES_FAILED,
          SOURCE_FAILURES,
          GAP_SECONDS,
          RUNNING,
          STAGE);

  private IngestMeters() {}

  private static CounterSpec camera(String name, String sentence) {
    return CounterSpec.of("gazeshift.ingest." + name, sentence, "camera");
  }
}
