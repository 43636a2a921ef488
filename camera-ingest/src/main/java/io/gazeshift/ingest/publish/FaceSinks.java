package io.gazeshift.ingest.publish;

import io.gazeshift.common.kafka.WatchedProducer;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.GazeTruth;

/** Where the faces of each camera go. */
public interface FaceSinks {

  /** The sink of one camera, for the caller to close. */
  FaceSink open(String camera, CameraMeters meters);

  /** The same, and where rendered faces really look goes to the publisher, which is not closed. */
  default FaceSinks withTruth(TruthPublisher truths) {
    return (camera, meters) -> {
      FaceSink faces = open(camera, meters);
      return new FaceSink() {
        @Override
        public void offer(FaceFrame face) {
          faces.offer(face);
        }

        @Override
        public void offerTruth(GazeTruth truth) {
          truths.offer(truth);
        }

        @Override
        public void requestStop() {
          faces.requestStop();
        }

        @Override
        public void close() {
          faces.close();
        }
      };
    };
  }

  /** To a topic. The producer is the caller's, who closes it after the sinks. */
  static FaceSinks toKafka(
      WatchedProducer<FaceFrame> producer,
      String topic,
      FacePublisher.Limits limits,
      CaptureClock clock) {
    return (camera, meters) -> new FacePublisher(producer, topic, camera, limits, clock, meters);
  }
}
