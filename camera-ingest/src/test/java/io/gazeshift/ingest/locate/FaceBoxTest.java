package io.gazeshift.ingest.locate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FaceBoxTest {

  private final FaceBox box = new FaceBox(10, 20, 40, 30);

  @Test
  void aBoxCoversItselfWholly() {
    assertThat(box.overlap(box)).isEqualTo(1);
  }

  @Test
  void overlapIsTheSharedPartOfBoth() {
    assertThat(box.overlap(new FaceBox(30, 20, 40, 30))).isCloseTo(1 / 3.0, within(1e-12));
  }

  @Test
  void boxesThatOnlyTouchShareNothing() {
    assertThat(box.overlap(new FaceBox(50, 20, 40, 30))).isZero();
    assertThat(box.overlap(new FaceBox(200, 200, 40, 30))).isZero();
  }

  @Test
  void landmarksHaveTheSmallestBoxAroundThem() {
    assertThat(Landmarks.of(10, 25, 50, 20, 30, 50).box()).isEqualTo(box);
    assertThat(Landmarks.NONE.box().area()).isZero();
  }
}
