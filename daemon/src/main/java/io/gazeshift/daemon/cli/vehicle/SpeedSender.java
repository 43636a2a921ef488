package io.gazeshift.daemon.cli.vehicle;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.VehicleSpeed;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes the speeds of one vehicle. */
final class SpeedSender implements AutoCloseable {

  private final KafkaProducer<String, byte[]> producer;
  private final String domain;

  SpeedSender(KafkaAccess kafka, String domain) {
    this.producer =
        new KafkaProducer<>(
            kafka.producerProperties(Map.of()), new StringSerializer(), new ByteArraySerializer());
    this.domain = domain;
  }

  /**
   * Returns when the broker has it: a speed is of use at once or not at all.
   *
   * @throws BadRecordException if no vehicle is so fast
   */
  void send(MeasuredSpeed speed) throws InterruptedException {
    byte[] record =
        RecordType.VEHICLE_SPEED.encode(
            VehicleSpeed.newBuilder()
                .setDomain(domain)
                .setMeasuredMicros(speed.micros())
                .setKmh((float) speed.kmh())
                .build());
    try {
      producer.send(new ProducerRecord<>(Topics.SPEED.name(), domain, record)).get();
    } catch (ExecutionException e) {
      throw new KafkaException("the speed could not be written", e.getCause());
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
