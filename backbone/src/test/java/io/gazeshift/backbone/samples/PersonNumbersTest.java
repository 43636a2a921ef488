package io.gazeshift.backbone.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PersonNumbersTest {

  @Test
  void numbersAreKeptAsTheListGivesThem() {
    assertThat(numbers("12", "3", "12", "40")).containsExactly(12, 3, 12, 40);
    assertThat(numbers("0056", "0001")).containsExactly(56, 1);
  }

  @Test
  void aNumberBehindACommonPrefixIsKept() {
    assertThat(numbers("p14", "p00")).containsExactly(14, 0);
    assertThat(numbers("subject0003", "subject0100")).containsExactly(3, 100);
    assertThat(numbers("rec_000/000007")).containsExactly(7);
  }

  @Test
  void namesAreCountedAsTheyAppear() {
    assertThat(numbers("ben", "anna", "ben")).containsExactly(0, 1, 0);
    assertThat(numbers("ben", "7")).containsExactly(0, 1);
  }

  @Test
  void numbersThatDoNotTellThePersonsApartAreNotUsed() {
    assertThat(numbers("7", "07", "8")).containsExactly(0, 1, 2);
    assertThat(numbers("rec_000/000001", "rec_001/000001", "rec_001/000002"))
        .containsExactly(0, 1, 2);
    assertThat(numbers("a1", "b2")).containsExactly(0, 1);
    assertThat(numbers("12345678901234567890")).containsExactly(0);
  }

  @Test
  void noNamesAreNoNumbers() {
    assertThat(PersonNumbers.of(List.of())).isEmpty();
  }

  private static long[] numbers(String... names) {
    return PersonNumbers.of(List.of(names));
  }
}
