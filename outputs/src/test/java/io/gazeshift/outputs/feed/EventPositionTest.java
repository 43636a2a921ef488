package io.gazeshift.outputs.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventPositionTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 35, 36, 1_000_000_007L, 4_000_000_000_000_000_000L})
  void anIdIsReadBack(long offset) {
    EventPosition position = new EventPosition(List.of(offset, 0L, 12L));
    assertThat(EventPosition.parse(position.id())).isEqualTo(position);
  }

  @Test
  void anIdIsShort() {
    assertThat(new EventPosition(List.of(0L, 46_655L, 7L)).id()).isEqualTo("0.zzz.7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "1..2", "-1", "1.x!", "zzzzzzzzzzzzzz", "1.2\n3", "A"})
  void whatNoStreamHasSentIsRejected(String id) {
    assertThatThrownBy(() -> EventPosition.parse(id))
        .isInstanceOf(UserError.class)
        .hasMessageEndingWith("not an id of this stream; send one that an event had, or none");
  }

  @Test
  void aVeryLongIdIsRejected() {
    assertThatThrownBy(() -> EventPosition.parse("1.".repeat(1000) + "1"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("...");
  }

  @Test
  void partitionsThatCameLaterBeginAtTheirFirstOffset() {
    EventPosition position = new EventPosition(List.of(5L));
    assertThat(position.nextOf(3)).isZero();
    assertThat(position.with(2, 9)).isEqualTo(new EventPosition(List.of(5L, 0L, 9L)));
  }
}
