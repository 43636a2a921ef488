package io.gazeshift.trials;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialResult.Outcome;
import io.gazeshift.trials.harness.TrialSize;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownVulnerabilitiesTest {

  private static final String REPORT =
      """
      {"scanInfo": {"dataSource": [{"name": "NVD API Last Modified", "timestamp": "2026-11-01"}]},
       "dependencies": [
         {"fileName": "good.jar"},
         {"fileName": "bad.jar", "vulnerabilities": [{"name": "CVE-1"}, {"name": "CVE-2"}]}]}
      """;

  @TempDir private Path scratch;

  @Test
  void withoutDataItIsNotRunAndSaysWhatToDo() throws Exception {
    TrialResult none = KnownVulnerabilities.row(plan(Optional.empty()));
    assertThat(none.outcome()).isEqualTo(Outcome.NOT_RUN);
    assertThat(none.detail()).contains("./gradlew audit", "--audit-data DIR");

    TrialResult nowhere = KnownVulnerabilities.row(plan(Optional.of(scratch.resolve("nowhere"))));
    assertThat(nowhere.outcome()).isEqualTo(Outcome.NOT_RUN);
    assertThat(nowhere.detail()).startsWith("--audit-data is not a directory; ");
  }

  @Test
  void librariesWithVulnerabilitiesAreNamedAndSoIsTheDayOfTheData() throws Exception {
    TrialResult broke = KnownVulnerabilities.judged(new JsonMapper().readTree(REPORT), true);
    assertThat(broke.outcome()).isEqualTo(Outcome.BROKE);
    assertThat(broke.detail())
        .contains("bad.jar [CVE-1, CVE-2]", "Vulnerability data of 2026-11-01");

    TrialResult held = KnownVulnerabilities.judged(new JsonMapper().readTree(REPORT), false);
    assertThat(held.outcome()).isEqualTo(Outcome.HELD);
    assertThat(held.rounds()).isEqualTo("2 libraries");
  }

  @Test
  void aReportOfNoLibrariesIsNoGoodNews() throws Exception {
    TrialResult empty = KnownVulnerabilities.judged(new JsonMapper().readTree("{}"), false);
    assertThat(empty.outcome()).isEqualTo(Outcome.BROKE);
  }

  private TrialPlan plan(Optional<Path> data) {
    return new TrialPlan(scratch, TrialSize.SHORT, 1, data, null);
  }
}
