package io.gazeshift.adaptation.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.glance.GlanceMark;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import org.junit.jupiter.api.Test;

class GlanceLooksTest {

  private final GlanceLooks looks = new GlanceLooks();

  @Test
  void everyRunThatWasTestedOnAGlanceCounts() {
    looks.note(event("lab", "interval", Stage.JUDGED, "a", "b"));
    looks.note(event("lab", "drift", Stage.FAILED, "a"));
    looks.note(event("van", "manual", Stage.JUDGED, "a"));
    looks.note(event("lab", "interval", Stage.LEFT_ALONE));

    assertThat(looks.at("lab", "a")).isEqualTo(2);
    assertThat(looks.at("lab", "b")).isEqualTo(1);
    assertThat(looks.at("lab", "c")).isZero();
    assertThat(looks.at("van", "a")).isEqualTo(1);
    assertThat(looks.at("elsewhere", "a")).isZero();
  }

  /** Both events of a candidate in shadow carry the verdict of the gate's one look. */
  @Test
  void aCandidateInShadowCountsOnce() {
    looks.note(event("lab", "interval", Stage.STARTED));
    looks.note(event("lab", "interval", Stage.SHADOWED, "a"));
    looks.note(event("lab", RunEvents.SHADOW, Stage.JUDGED, "a"));

    assertThat(looks.at("lab", "a")).isEqualTo(1);
  }

  private static AdaptationEvent event(
      String domain, String trigger, Stage stage, String... glances) {
    AdaptationEvent.Builder event =
        AdaptationEvent.newBuilder().setDomain(domain).setTrigger(trigger).setStage(stage);
    for (String glance : glances) {
      event.addJudgedGlances(GlanceMark.of(domain, glance));
    }
    return event.build();
  }
}
