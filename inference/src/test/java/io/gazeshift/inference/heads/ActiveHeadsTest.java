package io.gazeshift.inference.heads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import org.junit.jupiter.api.Test;

class ActiveHeadsTest {

  private static final int SWAPS = 200_000;

  @Test
  void aDomainUsesTheSourceHeadUntilItHasItsOwn() {
    ActiveHeads heads = new ActiveHeads(constant(0));
    VersionedHead own = new VersionedHead(constant(1), 1);

    heads.swap("seat", own);

    assertThat(heads.headFor("seat")).isSameAs(own);
    assertThat(heads.headFor("other").version()).isEqualTo(VersionedHead.SOURCE_VERSION);
  }

  /** A swap is one reference: concurrent readers see the old head or the new one. */
  @Test
  void noReaderSeesTheVersionOfOneHeadWithTheWeightsOfAnother() throws InterruptedException {
    ActiveHeads heads = new ActiveHeads(constant(0));
    VersionedHead[] turns = {
      new VersionedHead(constant(1), 1), new VersionedHead(constant(2), 2),
    };
    Thread swapping =
        new Thread(
            () -> {
              for (int i = 0; i < SWAPS; i++) {
                heads.swap("seat", turns[i % 2]);
              }
            });
    swapping.start();
    float[] features = new float[1];
    while (swapping.isAlive()) {
      VersionedHead head = heads.headFor("seat");
      assertThat(head.head().predict(features)[0]).isEqualTo((float) head.version());
    }
    swapping.join();
  }

  @Test
  void aHeadForOtherFeaturesIsRejected() {
    ActiveHeads heads = new ActiveHeads(constant(0));
    Head wide =
        new Head(
            new DenseLayer(2, 1, new float[2], new float[1]),
            new DenseLayer(1, 1, new float[1], new float[1]),
            new DenseLayer(1, 2, new float[2], new float[2]));

    assertThatThrownBy(() -> heads.swap("seat", new VersionedHead(wide, 3)))
        .hasMessage("head 3 of domain seat expects 2 features, but the backbone produces 1");
  }

  /** Always looks to the same pitch. */
  private static Head constant(float pitchRad) {
    return new Head(
        new DenseLayer(1, 1, new float[1], new float[1]),
        new DenseLayer(1, 1, new float[1], new float[1]),
        new DenseLayer(1, 2, new float[2], new float[] {pitchRad, 0}));
  }
}
