package io.gazeshift.adaptation.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.protocol.Gaze;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SitePriorsTest {

  private static final List<Gaze> GLANCES =
      List.of(Gaze.ofDegrees(-10, 0), Gaze.ofDegrees(-4, 6), Gaze.ofDegrees(-4, -6));

  private SitePriors priors;

  @BeforeEach
  void everyKindOfPrior(@TempDir Path dir) throws IOException {
    String yaml =
        """
        cameras:
          - {id: lab, source: 'synthetic:lab'}
        domains:
          - {name: lab, screen-centre: 0 170 0, screen-size: 530 300}
          - {name: mean, prior: -5 3}
          - {name: law, prior: -5 3 4 6 1 0.5}
          - {name: driver, points: [road 0 0 -20000 4deg 0.8, console 300 500 -100 60mm 0.2]}
          - {name: glances, prior: glances}
          - {name: silent, shadow: 100}
        """;
    Path file = Files.writeString(dir.resolve("gazeshift.yaml"), yaml);
    GazeshiftConfig config = GazeshiftConfig.load(Optional.of(file), Map.of(), List.of());
    priors = SitePriors.of(config.domains(), config.cameraDomains());
  }

  @Test
  void eachDomainHasWhatItsConfigurationSays() {
    assertThat(site("mean")).isInstanceOf(SiteKnowledge.Mean.class);
    SitePrior law = site("law").law().orElseThrow();
    assertThat(Math.toDegrees(law.meanX())).isCloseTo(-5, within(1e-6));
    assertThat(Math.toDegrees(law.covariance().ySigma())).isCloseTo(6, within(1e-3));
    assertThat(law.covariance().correlation()).isCloseTo(0.5, within(1e-3));
    assertThat(Math.toDegrees(site("lab").law().orElseThrow().meanX())).isBetween(-16.0, -14.5);
    SitePrior driver = site("driver").law().orElseThrow();
    assertThat(driver.mixture().shares()).containsExactly(new double[] {0.8, 0.2}, within(1e-12));
    // The console lies on the image's right, below.
    assertThat(driver.mixture().parts().get(1).meanY()).isNegative();
    assertThat(driver.mixture().parts().get(1).meanX()).isNegative();
  }

  @Test
  void ofOthersNothingIsKnown() {
    assertThat(priors.forDomain("silent")).isEmpty();
    assertThat(priors.forDomain("elsewhere")).isEmpty();
  }

  @Test
  void glancesAreAPriorOnlyWhereTheConfigurationSaysSo() {
    assertThat(priors.forDomain("silent", GLANCES)).isEmpty();
    assertThat(priors.forDomain("glances")).isEmpty();
    assertThat(priors.forDomain("glances", GLANCES.subList(0, 2))).isEmpty();
    SitePrior law =
        priors
            .forDomain("glances", GLANCES)
            .orElseThrow()
            .inVirtualAxes(List.of())
            .law()
            .orElseThrow();
    assertThat(Math.toDegrees(law.meanX())).isCloseTo(-6, within(1e-6));
    assertThat(Math.toDegrees(law.meanY())).isCloseTo(0, within(1e-6));
    assertThat(Math.toDegrees(law.covariance().ySigma())).isGreaterThan(6);
  }

  private SiteKnowledge site(String domain) {
    return priors.forDomain(domain).orElseThrow().inVirtualAxes(List.of());
  }
}
