package io.gazeshift.outputs.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeedFilterTest {

  private static final FeedMessage LEFT = prediction("lab", "left", 0);
  private static final FeedMessage RIGHT = prediction("lab", "right", 1);
  private static final FeedMessage HEAD =
      FeedMessage.of(
          FeedKind.HEAD, FeedSource.ofDomain("lab"), HeadModel.getDefaultInstance(), "{}");

  private static FeedMessage prediction(String domain, String camera, int face) {
    return FeedMessage.of(
        FeedKind.PREDICTION,
        FeedSource.ofFace(domain, camera, face),
        GazePrediction.getDefaultInstance(),
        "{}");
  }

  @Test
  void withoutAQueryEverythingIsTaken() {
    FeedFilter filter = FeedFilter.ofQuery("");
    assertThat(filter.takes(LEFT)).isTrue();
    assertThat(filter.takes(HEAD)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "kind=prediction, true, true, false",
    "kind=head, false, false, true",
    "domain=lab, true, true, true",
    "domain=vehicle, false, false, false",
    "camera=left, true, false, false",
    "'camera=left,right', true, true, false",
    "camera=left&camera=right, true, true, false",
    "camera=right&face=1, false, true, false",
    "face=0, true, false, false",
    "camera=l%65ft, true, false, false",
  })
  void aQuerySelects(String query, boolean left, boolean right, boolean head) {
    FeedFilter filter = FeedFilter.ofQuery(query);
    assertThat(filter.takes(LEFT)).isEqualTo(left);
    assertThat(filter.takes(RIGHT)).isEqualTo(right);
    assertThat(filter.takes(HEAD)).isEqualTo(head);
  }

  @ParameterizedTest
  @CsvSource({
    "kind=faces, 'kind=faces: unknown; there are [prediction, event, head]'",
    "cam=left, 'cam=left: unknown; filter by [kind, domain, camera, face]'",
    "camera, 'camera: unknown; filter by [kind, domain, camera, face]'",
    "face=first, 'face=first: must be the number of a face, such as 0'",
    "face=-1, 'face=-1: must be the number of a face, such as 0'",
    "camera=%zz, '%zz: not encoded as in a URL'",
  })
  void aQueryThatSelectsNothingIsRejected(String query, String message) {
    assertThatThrownBy(() -> FeedFilter.ofQuery(query))
        .isInstanceOf(UserError.class)
        .hasMessage(message);
  }
}
