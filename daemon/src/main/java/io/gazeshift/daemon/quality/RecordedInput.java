package io.gazeshift.daemon.quality;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.quality.PredictedTracks;
import io.gazeshift.common.UserError;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.outputs.recording.Recording;
import io.gazeshift.outputs.recording.Replay;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a recording has of a domain. For one thread. */
public final class RecordedInput {

  private static final Logger log = LoggerFactory.getLogger(RecordedInput.class);

  private final TrustedKeys keys;
  private final QualitySelection selection;
  private final PredictedTracks tracks = new PredictedTracks();
  private final Map<String, ConsumerRecord<String, byte[]>> glances = new LinkedHashMap<>();
  private Optional<HeadModel> active = Optional.empty();

  private RecordedInput(TrustedKeys keys, QualitySelection selection) {
    this.keys = keys;
    this.selection = selection;
  }

  /**
   * Reads the whole recording.
   *
   * @throws UserError if it cannot be read
   */
  public static QualityInput read(
      Recording recording, TrustedKeys keys, QualitySelection selection) {
    RecordedInput input = new RecordedInput(keys, selection);
    forEach(recording, List.of(Topics.PREDICTIONS, Topics.MODELS, Topics.CALIBRATION), input::take);
    return new QualityInput(
        selection.domain(),
        input.tracks,
        Glances.of(input.glances.values(), GlanceRules.signedBy(keys)).of(selection.domain()),
        input.active);
  }

  /**
   * The domain that a recording is of.
   *
   * @throws UserError if it has predictions of several domains, or of none
   */
  public static String domain(Recording recording) {
    if (recording.domain().isPresent()) {
      return recording.domain().get();
    }
    TreeSet<String> domains = new TreeSet<>();
    forEach(
        recording,
        List.of(Topics.PREDICTIONS),
        record ->
            domains.add(
                RecordType.GAZE_PREDICTION.decode(record.value()).getIdentity().getDomain()));
    if (domains.size() != 1) {
      throw new UserError(
          "%s: has predictions of %s; name one domain with --domain"
              .formatted(
                  recording.directory(),
                  // Names in records must not reach a terminal as control characters.
                  domains.isEmpty()
                      ? "no domain"
                      : String.join(", ", domains).replaceAll("\\p{Cntrl}", "?")));
    }
    return domains.first();
  }

  private static void forEach(
      Recording recording, List<Topic> topics, Consumer<ProducerRecord<String, byte[]>> taker) {
    try (Replay replay = new Replay(recording, topics)) {
      for (Optional<Replay.Step> step = replay.next(); step.isPresent(); step = replay.next()) {
        ProducerRecord<String, byte[]> record = step.get().record();
        try {
          taker.accept(record);
        } catch (BadRecordException e) {
          log.warn("{}, key {}: {}", record.topic(), record.key(), e.getMessage());
        }
      }
    }
  }

  private void take(ProducerRecord<String, byte[]> record) {
    if (record.topic().equals(Topics.CALIBRATION.name())) {
      glances.put(
          record.key(),
          new ConsumerRecord<>(record.topic(), 0, glances.size(), record.key(), record.value()));
    } else if (record.topic().equals(Topics.PREDICTIONS.name())) {
      GazePrediction prediction = RecordType.GAZE_PREDICTION.decode(record.value());
      if (selection.includes(prediction)) {
        tracks.add(prediction);
      }
    } else if (record.value() != null) {
      take(RecordType.HEAD_MODEL.decode(record.value()));
    }
  }

  /** As in inference: versions only grow, and a head needs a trusted signature if keys are set. */
  private void take(HeadModel head) {
    boolean isNewer = active.map(HeadModel::getVersion).orElse(0L) < head.getVersion();
    boolean isTrusted = !keys.requireSignature() || keys.vouchFor(head);
    if (head.getDomain().equals(selection.domain()) && isNewer && isTrusted) {
      active = Optional.of(head);
    }
  }
}
