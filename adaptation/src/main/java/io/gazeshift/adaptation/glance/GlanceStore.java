package io.gazeshift.adaptation.glance;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.inference.keys.GlanceSigner;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes glances to gaze.calibration and deletes them. The caller closes it. */
public final class GlanceStore implements AutoCloseable {

  private final KafkaProducer<String, byte[]> producer;
  private final Optional<GlanceSigner> signer;

  /** Writes glances as they are, with the signatures they have. */
  public GlanceStore(KafkaAccess kafka) {
    this(kafka, Optional.empty());
  }

  /**
   * @param signer signs what is published; without one, glances stay as they are
   */
  public GlanceStore(KafkaAccess kafka, Optional<GlanceSigner> signer) {
    this.signer = signer;
    producer =
        new KafkaProducer<>(
            kafka.producerProperties(
                Map.of(
                    ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.CALIBRATION.maxMessageBytes())),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  /** Returns when the cluster has acknowledged it. */
  public void publish(CalibrationGlance glance) {
    send(record(signer.map(each -> each.sign(glance)).orElse(glance)));
  }

  /** A glance as it stands in the topic. */
  public static ProducerRecord<String, byte[]> record(CalibrationGlance glance) {
    return new ProducerRecord<>(
        Topics.CALIBRATION.name(),
        key(glance.getDomain(), glance.getGlanceId()),
        RecordType.CALIBRATION_GLANCE.encode(glance));
  }

  /** Returns when the cluster has acknowledged that it is gone. */
  public void remove(String domain, String glanceId) {
    send(new ProducerRecord<>(Topics.CALIBRATION.name(), key(domain, glanceId), null));
  }

  static String key(String domain, String glanceId) {
    return domain + "@" + glanceId;
  }

  private void send(ProducerRecord<String, byte[]> record) {
    try {
      producer.send(record).get();
    } catch (ExecutionException e) {
      throw new KafkaException(
          "glance %s could not be written".formatted(record.key()), e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
