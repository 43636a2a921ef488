package io.gazeshift.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestWordTest {

  @ParameterizedTest
  @CsvSource({"abc,abc,0", "abc,'',3", "abc,acb,1", "abc,abcd,1", "abc,xbc,1", "kitten,sitting,3"})
  void theDistanceCountsSlips(String a, String b, int distance) {
    assertThat(NearestWord.distance(a, b)).isEqualTo(distance);
    assertThat(NearestWord.distance(b, a)).isEqualTo(distance);
  }

  @Test
  void theClosestWordIsMeant() {
    assertThat(NearestWord.to("broker.prot", List.of("broker.path", "broker.port")))
        .contains("broker.port");
  }

  @Test
  void nothingCloseMeansNoSuggestion() {
    assertThat(NearestWord.to("weather", List.of("broker.port", "kafka.bootstrap"))).isEmpty();
  }
}
