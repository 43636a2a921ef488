package io.gazeshift.adaptation.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class PaperResultsTest {

  private static final List<String> TASKS =
      List.of("D_E-D_M", "D_E-D_D", "D_G-D_M", "D_G-D_D", "average");

  @Test
  void theNumbersAreThoseOfThePageAboutThem() throws Exception {
    int compared = 0;
    for (String line :
        Files.readAllLines(Path.of("../docs/results/2026-11-17-published-results.md"))) {
      List<String> cells = Arrays.stream(line.split("\\|")).map(String::strip).toList();
      if (cells.size() == 8
          && cells.get(1).startsWith("ResNet-")
          && !cells.get(2).startsWith("Gazeshift")
          && !cells.get(7).startsWith("[")) {
        for (int k = 0; k < TASKS.size(); k++) {
          PaperResults results =
              PaperResults.of(TASKS.get(k), cells.get(1).toLowerCase(Locale.ROOT));
          assertThat(results.errorsDeg().get(cells.get(2)))
              .as(line)
              .isEqualTo(Double.parseDouble(cells.get(3 + k)));
          compared++;
        }
      }
    }
    assertThat(compared).isEqualTo(30);
  }

  @Test
  void averagesAreThoseOfTheFourTasks() {
    for (String backbone : List.of("resnet-18", "resnet-50")) {
      for (String method : List.of(PaperResults.SOURCE_ONLY, "PnP-GA+", PaperResults.GLSGE)) {
        double mean =
            TASKS.stream()
                .limit(4)
                .mapToDouble(task -> PaperResults.of(task, backbone).errorsDeg().get(method))
                .average()
                .orElseThrow();
        assertThat(PaperResults.of("average", backbone).errorsDeg().get(method))
            .isCloseTo(mean, within(0.006));
      }
    }
  }

  @Test
  void whatWasNotSeenIsNotThere() {
    PaperResults results = PaperResults.of("D_E-D_M", "gazetr");

    assertThat(results.errorsDeg()).isEmpty();
    assertThat(results.errorDeg(Ablation.NO_ADAPTATION)).isEmpty();
    assertThat(results.change("L_src^w + PCOD")).isEmpty();
    assertThat(PaperResults.of("average", "fsci").change("L_src^w + PCOD").getAsDouble())
        .isCloseTo(-0.121, within(5e-4));
  }
}
