package io.gazeshift.glsge.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HalfTest {

  private static final int INFINITY = 0x7c00;

  @Test
  void allHalvesHaveTheValueOfTheirBits() {
    for (int bits = 0; bits < 0x10000; bits++) {
      float value = Half.toFloat((short) bits);
      double expected = byDefinition(bits);
      if (Double.isNaN(expected)) {
        assertThat(value).as("0x%04x", bits).isNaN();
      } else {
        // Compared as bits, so that the two zeros are told apart.
        assertThat(Double.doubleToLongBits(value))
            .as("0x%04x", bits)
            .isEqualTo(Double.doubleToLongBits(expected));
      }
    }
  }

  @Test
  void allHalvesSurviveTheWayToFloatAndBack() {
    for (int bits = 0; bits < 0x10000; bits++) {
      float value = Half.toFloat((short) bits);
      int back = Half.fromFloat(value) & 0xffff;
      if (Float.isNaN(value)) {
        assertThat(Half.toFloat((short) back)).as("0x%04x", bits).isNaN();
      } else {
        assertThat(back).as("0x%04x", bits).isEqualTo(bits);
        if (Float.isFinite(value)) {
          assertThat(Half.fromFloatSaturating(value)).isEqualTo((short) bits);
        }
      }
    }
  }

  @Test
  void betweenTwoHalvesTheNearerIsTakenAndTheEvenOneInTheMiddle() {
    for (int lower = 0; lower < INFINITY - 1; lower++) {
      int upper = lower + 1;
      // Halves have 11 significant bits, so the middle of two is a float.
      float middle = (Half.toFloat((short) lower) + Half.toFloat((short) upper)) / 2;
      int even = (lower & 1) == 0 ? lower : upper;

      assertThat(Half.fromFloat(middle)).as("0x%04x", lower).isEqualTo((short) even);
      assertThat(Half.fromFloat(Math.nextDown(middle))).isEqualTo((short) lower);
      assertThat(Half.fromFloat(Math.nextUp(middle))).isEqualTo((short) upper);
      assertThat(Half.fromFloat(-middle)).isEqualTo((short) (even | 0x8000));
    }
  }

  @Test
  void beyondTheLargestHalfIsInfinityOrTheLargestAsTheCallerChose() {
    float tie = 65520f;

    assertThat(Half.toFloat(Half.fromFloat(Math.nextDown(tie)))).isEqualTo(Half.MAX_VALUE);
    assertThat(Half.toFloat(Half.fromFloat(tie))).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(Half.toFloat(Half.fromFloat(-1e30f))).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(Half.toFloat(Half.fromFloatSaturating(tie))).isEqualTo(Half.MAX_VALUE);
    assertThat(Half.toFloat(Half.fromFloatSaturating(Float.NEGATIVE_INFINITY)))
        .isEqualTo(-Half.MAX_VALUE);
    assertThat(Half.toFloat(Half.fromFloatSaturating(Float.NaN))).isNaN();
  }

  @Test
  void whatIsTooSmallBecomesZeroOfItsSign() {
    assertThat(Half.fromFloat(Float.MIN_VALUE)).isEqualTo((short) 0);
    assertThat(Half.fromFloat(-Float.MIN_VALUE)).isEqualTo((short) 0x8000);
    // Half of the smallest half float is a tie, and zero is even.
    assertThat(Half.fromFloat(Math.scalb(1f, -25))).isEqualTo((short) 0);
    assertThat(Half.fromFloat(Math.nextUp(Math.scalb(1f, -25)))).isEqualTo((short) 1);
  }

  private static double byDefinition(int bits) {
    double sign = (bits & 0x8000) == 0 ? 1.0 : -1.0;
    int exponent = bits >> 10 & 31;
    int mantissa = bits & 0x3ff;
    if (exponent == 31) {
      return mantissa == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
    }
    return exponent == 0
        ? sign * mantissa * Math.pow(2, -24)
        : sign * (1024 + mantissa) * Math.pow(2, exponent - 25);
  }
}
