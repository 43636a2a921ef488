package io.gazeshift.adaptation.domains;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.shadow.Faces;
import io.gazeshift.adaptation.synthetic.SyntheticDomain;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DomainLimitTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private final OwnedPartition partition = new OwnedPartition(0, 0);
  private final List<DomainState> present = new ArrayList<>();
  private final DomainLimit limit =
      new DomainLimit(3, false, Set.of("listed", "listed-too"), name -> name.startsWith("adapted"));

  @Test
  void theLimitIsReachedWithTheLastDomain() {
    assertThat(limit.isReached(2)).isFalse();
    assertThat(limit.isReached(3)).isTrue();
  }

  @Test
  void unlistedDomainsAreAllowedUnlessTheConfigurationSaysOtherwise() {
    assertThat(limit.isAllowed("new")).isTrue();
    DomainLimit strict = new DomainLimit(3, true, Set.of("listed"), name -> true);
    assertThat(strict.isAllowed("new")).isFalse();
    assertThat(strict.isAllowed("listed")).isTrue();
  }

  @Test
  void ofDomainsAlikeTheOneFedLongestAgoIsDisplaced() {
    feed("a", 1);
    feed("b", 2);
    feed("c", 3);
    present.get(0).fed(NOON.plusSeconds(4));
    assertThat(displacedBy("new")).contains("b");
  }

  @Test
  void inAReplayANameThatIsOlderThanAllDisplacesNone() {
    feed("a", 2000);
    assertThat(displacedBy("new")).isEmpty();
  }

  @Test
  void aDomainThatIsBeingLearntIsKeptBeforeNamesThatCameToLittleUntilItStops() {
    feed("learnt", 1);
    learn(present.get(0));
    feed("unknown", 2);
    assertThat(displacedBy("new")).contains("unknown");
    present.get(0).fed(NOON.minusSeconds(60));
    assertThat(displacedBy("new")).contains("learnt");
  }

  @Test
  void aDomainWithAHeadIsKeptBeforeOneWithoutAndAListedOneBeforeBoth() {
    feed("listed", 1);
    feed("adapted", 2);
    feed("unknown", 3);
    assertThat(displacedBy("new")).contains("unknown");
    assertThat(displacedBy("listed-too")).contains("unknown");
  }

  @Test
  void aNameThatIsLessImportantThanAllDisplacesNone() {
    feed("listed", 1);
    feed("adapted", 2);
    assertThat(displacedBy("new")).isEmpty();
    assertThat(displacedBy("adapted-too")).contains("adapted");
    assertThat(displacedBy("listed-too")).contains("adapted");
  }

  private Optional<String> displacedBy(String newcomer) {
    return limit.displacedBy(newcomer, NOON.plusSeconds(600), present).map(DomainState::name);
  }

  private static void learn(DomainState domain) {
    SyntheticDomain faces = new SyntheticDomain(3);
    for (int burst = 0; domain.samples() < 40; burst++) {
      faces.burst(burst, 0, 0, 4, Faces.head(1, 0, 0)).forEach(frame -> domain.offer(0, frame));
    }
  }

  private void feed(String name, long seconds) {
    DomainState domain = new DomainState(name, partition, BufferSettings.DEFAULT, Optional.empty());
    domain.fed(NOON.plusSeconds(seconds));
    present.add(domain);
  }
}
