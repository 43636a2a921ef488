package io.gazeshift.benchmarks.inference;

import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.input.BadFaceException;
import io.gazeshift.backbone.input.FaceReader;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.inference.pipeline.InferenceService.Readiness;
import io.gazeshift.inference.predictions.PredictionFollower;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.GazePrediction;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/**
 * Faces a second through the whole of inference (fetch, decode, backbone, head, transaction),
 * against the backbone alone on the same threads, with the same batches, over inputs that are
 * decoded already.
 */
public final class ThroughputBench {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** One round: faces a second, of the backbone alone and through Kafka. */
  public record Round(double barePerSecond, double pathPerSecond) {
    public double ratio() {
      return pathPerSecond / barePerSecond;
    }
  }

  private final InferenceRig rig;
  private final int facesPerRound;
  private final FloatBuffer inputs;
  private int rounds;

  public ThroughputBench(InferenceRig rig, int facesPerRound) throws BadFaceException {
    this.rig = rig;
    this.facesPerRound = facesPerRound;
    BackboneInput input = rig.model().input();
    FaceReader reader = input.newReader();
    int batch = rig.config().maxBatch();
    this.inputs =
        ByteBuffer.allocateDirect(Float.BYTES * batch * input.floatsPerFace())
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    for (int i = 0; i < batch; i++) {
      reader.read(face(0, i), inputs, i);
    }
  }

  /** Both ways over as many faces, one after the other. */
  public Round round() throws InterruptedException {
    return new Round(facesPerRound / bareSeconds(), facesPerRound / pathSeconds());
  }

  private double bareSeconds() {
    int batch = rig.config().maxBatch();
    long start = System.nanoTime();
    for (int done = 0; done < facesPerRound; done += batch) {
      rig.backbone().features(inputs, Math.min(batch, facesPerRound - done));
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** The faces wait in the topic before inference starts, so only inference is measured. */
  private double pathSeconds() throws InterruptedException {
    int session = ++rounds;
    try (PredictionFollower follower =
            new PredictionFollower(rig.kafka(), PredictionFollower.From.NOW);
        InferenceService service =
            rig.service(new ActiveHeads(rig.model().sourceHead()), Readiness.NOW)) {
      publish(session);
      service.start();
      // Joining the group is not inference: the clock starts with the first prediction.
      int first = 0;
      long firstNanos = 0;
      long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
      for (int seen = 0; seen < facesPerRound; ) {
        int more = ofSession(follower.poll(Duration.ofMillis(100)), session);
        if (seen == 0 && more > 0) {
          firstNanos = System.nanoTime();
          first = more;
        }
        seen += more;
        if (System.nanoTime() - deadlineNanos > 0) {
          throw new IllegalStateException(
              "only %d of %d faces were predicted within %s"
                  .formatted(seen, facesPerRound, TIMEOUT));
        }
      }
      double share = (double) (facesPerRound - first) / facesPerRound;
      return (System.nanoTime() - firstNanos) / 1e9 / share;
    }
  }

  private static int ofSession(List<GazePrediction> predictions, int session) {
    return (int)
        predictions.stream()
            .filter(prediction -> prediction.getIdentity().getCaptureSession() == session)
            .count();
  }

  private void publish(int session) throws InterruptedException {
    try (KafkaProducer<String, FaceFrame> producer = rig.producer(5)) {
      List<Future<RecordMetadata>> sent = new ArrayList<>(facesPerRound);
      for (int i = 0; i < facesPerRound; i++) {
        FaceFrame face = face(session, i);
        sent.add(
            producer.send(
                new ProducerRecord<>(Topics.FACES.name(), face.getIdentity().getCamera(), face)));
      }
      for (Future<RecordMetadata> acknowledgement : sent) {
        acknowledgement.get();
      }
    } catch (ExecutionException e) {
      throw new KafkaException("could not publish a face", e.getCause());
    }
  }

  private FaceFrame face(int session, int number) {
    String camera = InferenceRig.CAMERAS.get(number % InferenceRig.CAMERAS.size());
    return rig.faces().face(camera, session, number, 1L + number).face();
  }
}
