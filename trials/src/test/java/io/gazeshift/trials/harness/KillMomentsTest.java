package io.gazeshift.trials.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.trials.harness.KillMoments.Moment;
import org.junit.jupiter.api.Test;

class KillMomentsTest {

  @Test
  void aKillBelongsToWhatTheRunWasAbout() {
    assertThat(KillMoments.of(false, 0, false)).isEqualTo(Moment.BEFORE);
    assertThat(KillMoments.of(true, 0, false)).isEqualTo(Moment.TRAINING);
    assertThat(KillMoments.of(true, 0.5, false)).isEqualTo(Moment.JUDGING);
    assertThat(KillMoments.of(true, 1, false)).isEqualTo(Moment.PUBLISHING);
    assertThat(KillMoments.of(true, 1, true)).isEqualTo(Moment.AFTER);
    assertThat(KillMoments.of(true, 0, true)).isEqualTo(Moment.AFTER);
  }

  @Test
  void theyAreCountedInTheOrderOfARun() {
    KillMoments moments = new KillMoments();
    moments.add(Moment.AFTER);
    moments.add(Moment.TRAINING);
    moments.add(Moment.TRAINING);

    assertThat(moments).hasToString("2 in training, 1 after its head was published");
    assertThat(moments.within()).isEqualTo(2);
  }
}
