package io.gazeshift.testing;

import static io.gazeshift.testing.InferenceExtension.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.inference.predictions.PredictionFollower;
import io.gazeshift.inference.predictions.PredictionFollower.From;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;

/** The committed predictions of some cameras, as they come; rejects one that comes twice. */
public final class SeenPredictions implements AutoCloseable {

  private final String prefix;
  private final PredictionFollower follower;
  private final Map<String, GazePrediction> seen = new LinkedHashMap<>();

  SeenPredictions(KafkaAccess kafka, String prefix) {
    this.prefix = prefix;
    this.follower = new PredictionFollower(kafka, From.START);
  }

  /** Camera and frame number of all so far. */
  public Set<String> names() {
    for (GazePrediction prediction : follower.poll(Duration.ofMillis(100))) {
      FaceIdentity face = prediction.getIdentity();
      if (face.getCamera().startsWith(prefix)) {
        String name = face.getCamera() + " " + face.getFrameSeq();
        assertThat(seen.put(name, prediction)).as("%s is predicted once", name).isNull();
      }
    }
    return seen.keySet();
  }

  /** All so far, in the order they came. */
  public List<GazePrediction> all() {
    return new ArrayList<>(seen.values());
  }

  /** Waits until there are so many, and fails if there are more. */
  public List<GazePrediction> await(int count) {
    awaitAtLeast(count);
    assertThat(seen).hasSize(count);
    return all();
  }

  public void awaitAtLeast(int count) {
    Awaitility.await().atMost(LONG).until(() -> names().size() >= count);
  }

  @Override
  public void close() {
    follower.close();
  }
}
