package io.gazeshift.adaptation.domains;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.buffer.BufferSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DomainLimitTest {

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
    present.get(0).fed(4);
    assertThat(displacedBy("new")).contains("b");
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
    return limit.displacedBy(newcomer, present).map(DomainState::name);
  }

  private void feed(String name, long number) {
    DomainState domain = new DomainState(name, partition, BufferSettings.DEFAULT, Optional.empty());
    domain.fed(number);
    present.add(domain);
  }
}
