package io.gazeshift.outputs.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MqttNoteTest {

  @Test
  void aTopicNamesDomainCameraFaceAndKind() {
    FaceIdentity.Builder identity =
        FaceIdentity.newBuilder().setDomain("cabin").setCamera("left").setFaceIndex(2);
    GazePrediction prediction = GazePrediction.newBuilder().setIdentity(identity).build();
    MqttNote note = MqttNote.of("fleet/7", FeedMessage.ofPrediction(prediction, "{\"n\":1}"));
    assertThat(note.topic()).isEqualTo("fleet/7/cabin/left/2/prediction");
    assertThat(note.payload()).asString().isEqualTo("{\"n\":1}");
  }

  @ParameterizedTest
  @CsvSource({
    "a/b, a_b",
    "+, _",
    "#, _",
    "'a\u0000b', a_b",
    "'a\u0085b', a_b",
    "a\ufdd0b, a_b",
    "a\uffffb, a_b",
    "a\ud83f\udfffb, a_b",
    "R\u00fcck, R\u00fcck",
    "\ud83d\ude97, \ud83d\ude97",
  })
  void namesCannotChangeTheStructureOfTopics(String camera, String level) {
    assertThat(topicOf(camera)).isEqualTo("p/d/" + level + "/0/event");
  }

  @Test
  void namesThatAreNoTextOrTooLongMakeATopicAllTheSame() {
    assertThat(topicOf("\ud83d")).isEqualTo("p/d/_/0/event");
    assertThat(topicOf("x".repeat(70_000))).hasSizeLessThan(1000);
  }

  private static String topicOf(String camera) {
    FaceEvent event = FaceEvent.newBuilder().setDomain("d").setCamera(camera).build();
    return MqttNote.of("p", FeedMessage.ofEvent(event, "{}")).topic();
  }
}
