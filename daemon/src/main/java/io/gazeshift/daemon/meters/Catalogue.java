package io.gazeshift.daemon.meters;

import io.gazeshift.adaptation.service.AdaptMeters;
import io.gazeshift.common.kafka.KafkaMeters;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.inference.pipeline.InferenceMeters;
import io.gazeshift.inference.swap.HeadMeters;
import io.gazeshift.ingest.metrics.IngestMeters;
import java.util.List;

/** Every meter there is, by who tells it. */
public final class Catalogue {

  /** Meters that belong together. */
  public record Section(String title, String sentence, List<MeterSpec> meters) {}

  public static final List<Section> SECTIONS =
      List.of(
          new Section(
              "Cameras",
              "From processes that run cameras (`run`, `ingest`, `demo`).",
              IngestMeters.ALL),
          new Section(
              "Inference",
              "From processes that predict (`run`, `infer`, `demo`).",
              InferenceMeters.ALL),
          new Section("Heads", "From the same.", HeadMeters.ALL),
          new Section(
              "Adaptation", "From processes that adapt (`run`, `adapt`, `demo`).", AdaptMeters.ALL),
          new Section(
              "Kafka's clients",
              "From every process, for each client it has open; chosen from Kafka's own.",
              KafkaMeters.ALL),
          new Section(
              "Machine",
              "From every process; Micrometer's own. `disk.*` only with the embedded broker, of its"
                  + " data directory; `system.load.average.1m` and `process.files.*` only where the"
                  + " system tells them.",
              PlatformMeters.ALL));

  private Catalogue() {}

  /** All sections in one. */
  public static List<MeterSpec> meters() {
    return SECTIONS.stream().flatMap(section -> section.meters().stream()).toList();
  }
}
