package io.gazeshift.daemon.meters;

import io.gazeshift.adaptation.glance.GlanceMeters;
import io.gazeshift.adaptation.service.AdaptMeters;
import io.gazeshift.common.kafka.KafkaMeters;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.inference.events.EventMeters;
import io.gazeshift.inference.person.PersonMeters;
import io.gazeshift.inference.pipeline.InferenceMeters;
import io.gazeshift.inference.swap.HeadMeters;
import io.gazeshift.inference.targets.TargetMeters;
import io.gazeshift.ingest.metrics.IngestMeters;
import io.gazeshift.outputs.mirror.MirrorMeters;
import io.gazeshift.outputs.mqtt.MqttMeters;
import io.gazeshift.outputs.stream.StreamMeters;
import java.util.List;

/** The meter catalogue: every metric of a process, by the role that exposes it. */
public final class MeterCatalogue {

  /** The meters of one role. */
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
          new Section(
              "Persons",
              "From processes that predict, with `infer.person-offset: glances` or `both`.",
              PersonMeters.ALL),
          new Section("Targets", "From processes that predict, too.", TargetMeters.ALL),
          new Section(
              "Events", "From processes that predict, with `events.enabled`.", EventMeters.ALL),
          new Section("Heads", "From processes that predict, too.", HeadMeters.ALL),
          new Section(
              "Adaptation", "From processes that adapt (`run`, `adapt`, `demo`).", AdaptMeters.ALL),
          new Section("Glances", "From processes that adapt, too.", GlanceMeters.ALL),
          new Section("Stream", "From every process that has a page.", StreamMeters.ALL),
          new Section("MQTT", "From `gazeshift mqtt`.", MqttMeters.ALL),
          new Section("Mirror", "From `gazeshift mirror`.", MirrorMeters.ALL),
          new Section("Process", "From every process.", ProcessMeters.ALL),
          new Section("Threads", "From every process.", ThreadDeaths.ALL),
          new Section(
              "Kafka's clients",
              "From every process, for each of its Kafka clients; a selection of Kafka's own"
                  + " metrics.",
              KafkaMeters.ALL),
          new Section(
              "Machine",
              "From every process, measured by Micrometer. `disk.*` covers the data directory and"
                  + " needs the embedded broker; `system.load.average.1m` and `process.files.*`"
                  + " need a system that reports them.",
              PlatformMeters.ALL));

  private MeterCatalogue() {}

  /** The meters of all sections. */
  public static List<MeterSpec> meters() {
    return SECTIONS.stream().flatMap(section -> section.meters().stream()).toList();
  }
}
