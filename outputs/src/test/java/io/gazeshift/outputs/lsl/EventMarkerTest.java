package io.gazeshift.outputs.lsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.v1.FaceEvent;
import org.junit.jupiter.api.Test;

class EventMarkerTest {

  private final FaceEvent.Builder event =
      FaceEvent.newBuilder().setFaceIndex(2).setStartMicros(1_000).setEndMicros(5_000);

  @Test
  void whatLastsHasAStartAndAnEnd() {
    event.setGlance(FaceEvent.Glance.newBuilder().setTarget("mirror"));
    assertThat(EventMarker.of(event.build()))
        .containsExactly(
            new EventMarker("glance mirror start face 2", 1_000),
            new EventMarker("glance mirror end face 2", 5_000));
    event.setFixation(FaceEvent.Fixation.getDefaultInstance());
    assertThat(EventMarker.of(event.build()))
        .extracting(EventMarker::text)
        .containsExactly("fixation start face 2", "fixation end face 2");
    event.setBlink(FaceEvent.Blink.getDefaultInstance());
    assertThat(EventMarker.of(event.build()))
        .extracting(EventMarker::text)
        .containsExactly("blink start face 2", "blink end face 2");
  }

  @Test
  void aMomentIsOneMarker() {
    event.setStartMicros(5_000).setFaceFound(FaceEvent.FaceFound.getDefaultInstance());
    assertThat(EventMarker.of(event.build()))
        .containsExactly(new EventMarker("face_found face 2", 5_000));
  }

  @Test
  void anAlertIsMarkedWhereItIsRaised() {
    event.setAlert(FaceEvent.Alert.newBuilder().setRule("eyes-off-road"));
    assertThat(EventMarker.of(event.build()))
        .containsExactly(new EventMarker("alert eyes-off-road face 2", 5_000));
  }
}
