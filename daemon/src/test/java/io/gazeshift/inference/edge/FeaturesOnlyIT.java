package io.gazeshift.inference.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.roles.Roles;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTruth;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.TopicReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Cameras and inference in one process, on a real broker with the built-in model. */
class FeaturesOnlyIT {

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @Test
  void predictionsAndFeaturesArriveAndNoFaceEverDoes() {
    GazeshiftConfig config = config();
    try (Roles roles = Roles.all(config, config.kafka().access())) {
      assertThat(roles.description()).contains("features only: faces stay in this process");
      await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () -> {
                roles.throwIfFailed();
                return cameras().equals(Set.of("cam0", "cam1")) && predictions().size() > 40;
              });
    }

    Map<String, FeatureSample> features =
        read(Topics.FEATURES.name()).stream()
            .map(RecordType.FEATURE_SAMPLE::decode)
            .collect(Collectors.toMap(sample -> sample.getIdentity().toString(), sample -> sample));
    List<GazePrediction> predictions = predictions();
    assertThat(predictions)
        .as("each prediction has its feature")
        .allSatisfy(
            prediction -> assertThat(features).containsKey(prediction.getIdentity().toString()));
    assertThat(features).hasSameSizeAs(predictions);
    assertThat(read(Topics.TRUTH.name()).stream().map(RecordType.GAZE_TRUTH::decode))
        .as("each prediction of a rendered face can be compared with the truth")
        .extracting(GazeTruth::getIdentity)
        .containsAll(predictions.stream().map(GazePrediction::getIdentity).toList());
    assertThat(read(Topics.FACES.name())).as(Topics.FACES.name()).isEmpty();
    assertThat(read(Topics.FACES_DLQ.name())).as(Topics.FACES_DLQ.name()).isEmpty();
  }

  @Test
  void camerasAloneRejectFeaturesOnly() {
    GazeshiftConfig config = config();

    assertThatThrownBy(() -> Roles.checkCamerasAlone(config))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("ingest.features-only: 'gazeshift ingest' can only send faces");
  }

  private static GazeshiftConfig config() {
    return GazeshiftConfig.load(
        Optional.empty(),
        Map.of("HOME", BROKER.directory().toString()),
        new Flags()
            .set("test", "kafka.bootstrap", BROKER.bootstrap())
            .set("test", "ingest.features-only", true)
            .set("test", "cameras[0].id", "cam0")
            .set("test", "cameras[0].source", "synthetic:studio")
            .set("test", "cameras[1].id", "cam1")
            .set("test", "cameras[1].source", "synthetic:lab")
            .given());
  }

  private static Set<String> cameras() {
    return predictions().stream()
        .map(prediction -> prediction.getIdentity().getCamera())
        .collect(Collectors.toSet());
  }

  private static List<GazePrediction> predictions() {
    return read(Topics.PREDICTIONS.name()).stream()
        .map(RecordType.GAZE_PREDICTION::decode)
        .toList();
  }

  private static List<byte[]> read(String topic) {
    return TopicReader.readAll(BROKER.bootstrap(), topic).stream()
        .map(record -> record.value())
        .toList();
  }
}
