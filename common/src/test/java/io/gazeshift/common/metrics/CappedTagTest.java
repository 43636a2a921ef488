package io.gazeshift.common.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CappedTagTest {

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
  private final List<String> dropped = new ArrayList<>();
  private final List<String> entered = new ArrayList<>();
  private final CappedTag cameras = new CappedTag(2, nanos::get, entered::add, dropped::add);

  @Test
  void theFirstNamesAreKeptAndLaterOnesShareOne() {
    assertThat(cameras.of("a")).isEqualTo("a");
    assertThat(cameras.of("b")).isEqualTo("b");
    assertThat(cameras.of("c")).isEqualTo(CappedTag.OTHER);
    assertThat(cameras.of("a")).isEqualTo("a");
  }

  @Test
  void theSharedNameTakesNoPlace() {
    assertThat(cameras.of(CappedTag.OTHER)).isEqualTo(CappedTag.OTHER);
    assertThat(cameras.of("a")).isEqualTo("a");
    assertThat(cameras.of("b")).isEqualTo("b");
  }

  @Test
  void inventedNamesDoNotUseUpThePlaceOfConfiguredOnes() {
    cameras.keep(Set.of("door", "hall", "yard"));
    for (int i = 0; i < 1000; i++) {
      cameras.of("invented" + i);
    }

    assertThat(cameras.of("hall")).isEqualTo("hall");
    assertThat(cameras.of("yard")).isEqualTo("yard");
    assertThat(cameras.of("invented0")).isEqualTo("invented0");
    assertThat(cameras.of("invented2")).isEqualTo(CappedTag.OTHER);
  }

  @Test
  void aNewNameTakesThePlaceOfTheOneThatWasNotSeenForLongest() {
    cameras.of("a");
    pass(1);
    cameras.of("b");
    pass(CappedTag.SILENCE.toNanos() - 2);
    assertThat(cameras.of("c")).isEqualTo(CappedTag.OTHER);
    assertThat(dropped).isEmpty();

    pass(1);
    assertThat(cameras.of("c")).isEqualTo("c");
    assertThat(dropped).containsExactly("a");
    assertThat(entered).containsExactly("a", "b", "c");
    assertThat(cameras.of("b")).isEqualTo("b");
    assertThat(cameras.of("a")).isEqualTo(CappedTag.OTHER);
  }

  @Test
  void aNameThatIsSeenAgainKeepsItsPlace() {
    cameras.of("a");
    cameras.of("b");
    pass(CappedTag.SILENCE.toNanos() - 1);
    cameras.of("a");
    pass(CappedTag.SILENCE.toNanos() - 1);
    assertThat(cameras.of("c")).isEqualTo("c");
    assertThat(cameras.of("d")).isEqualTo(CappedTag.OTHER);
    assertThat(dropped).containsExactly("b");
  }

  @Test
  void configuredNamesKeepTheirPlaceHoweverLongTheyAreSilent() {
    cameras.keep(Set.of("door"));
    cameras.of("door");
    cameras.of("a");
    cameras.of("b");
    pass(2 * CappedTag.SILENCE.toNanos());
    cameras.of("c");
    cameras.of("d");
    assertThat(dropped).containsExactlyInAnyOrder("a", "b");
    assertThat(cameras.of("door")).isEqualTo("door");
  }

  private void pass(long duration) {
    nanos.addAndGet(duration);
  }
}
