package io.gazeshift.outputs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.outputs.feed.EventPosition;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StreamRequestTest {

  private static final EventPosition FIVE = new EventPosition(List.of(5L));
  private static final EventPosition SIX = new EventPosition(List.of(6L));

  @Test
  void theIdMayBeAParameter() {
    StreamRequest request = StreamRequest.of("camera=left&lastEventId=5", Optional.empty());
    assertThat(request.after()).contains(FIVE);
    assertThat(request.filter().cameras()).containsExactly("left");
  }

  @Test
  void theHeaderIsNewerThanTheParameter() {
    assertThat(StreamRequest.of("lastEventId=5", Optional.of("6")).after()).contains(SIX);
  }

  @Test
  void withoutEventsThereIsNothingToResume() {
    assertThat(StreamRequest.of("kind=prediction", Optional.of("6")).after()).isEmpty();
    assertThat(StreamRequest.of("kind=event,head", Optional.of("6")).after()).contains(SIX);
    assertThat(StreamRequest.of("lastEventId=", Optional.empty()).after()).isEmpty();
    assertThat(StreamRequest.of("", Optional.empty()).after()).isEmpty();
  }

  @Test
  void anIdOfAnotherStreamIsRejected() {
    assertThatThrownBy(() -> StreamRequest.of("lastEventId=abc!", Optional.empty()))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "last event id 'abc!': not an id of this stream; send one that an event had, or none");
  }
}
