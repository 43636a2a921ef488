package io.gazeshift.backbone.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class SecondOpinionModelTest {

  /** Whatever the landmarks' head is: angles pass both layers of ReLU with either sign. */
  @RepeatedTest(20)
  void theHeadPredictsTheMeanOfBoth(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    int landmarks = SecondOpinionModel.FEATURES - 2;
    Head own = new Head(layer(landmarks, 7, random), layer(7, 5, random), layer(5, 2, random));
    float[] features = new float[SecondOpinionModel.FEATURES];
    for (int i = 0; i < features.length; i++) {
      features[i] = (float) random.nextGaussian();
    }
    float[] alone = new float[landmarks];
    System.arraycopy(features, 0, alone, 0, landmarks);

    float[] both = SecondOpinionModel.head(own).predict(features);

    for (int angle = 0; angle < 2; angle++) {
      float second = 0.2f * features[landmarks + angle];
      assertThat(both[angle]).isCloseTo((own.predict(alone)[angle] + second) / 2, within(1e-4f));
    }
  }

  private static DenseLayer layer(int inputs, int outputs, SplittableRandom random) {
    return new DenseLayer(
        inputs, outputs, numbers(inputs * outputs, random), numbers(outputs, random));
  }

  private static float[] numbers(int count, SplittableRandom random) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }
}
