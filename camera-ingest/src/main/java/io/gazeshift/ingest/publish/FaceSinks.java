package io.gazeshift.ingest.publish;

import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.protocol.v1.FaceFrame;
import org.apache.kafka.clients.producer.Producer;

/** Where the faces of each camera go. */
public interface FaceSinks {

  /** The sink of one camera, for the caller to close. */
  FaceSink open(String camera, CameraMeters meters);

  /** To a topic. The producer is the caller's, who closes it after the sinks. */
  static FaceSinks toKafka(
      Producer<String, FaceFrame> producer,
      String topic,
      FacePublisher.Limits limits,
      CaptureClock clock) {
    return (camera, meters) -> new FacePublisher(producer, topic, camera, limits, clock, meters);
  }
}
