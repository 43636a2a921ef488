package io.gazeshift.adaptation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.Methods;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Runner;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.adaptation.run.StopSignal;
import io.gazeshift.adaptation.schedule.Decision;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.synthetic.SyntheticDomain;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.gate.Gate;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.safe.SourceSplit;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a run, in its page and in its JSON. */
class ReportFilesTest {

  private static final String ID = "seat-19700101T000000000Z";
  private static final double SIGMA_DEG = 5;

  @TempDir private Path directory;

  private final SyntheticDomain world = new SyntheticDomain(8);
  private final SourceSplit bank = world.bank(2000);
  private final Head head = world.head(bank);

  @Test
  void aRunWithAPriorTellsTheDistributionsTheLossTheProjectionAndTheGate() throws Exception {
    double sigma = Math.toRadians(SIGMA_DEG);
    SitePrior prior =
        SitePrior.of(
            List.of(
                new Gaussian(0, sigma, Covariance.diagonal(sigma, sigma)),
                new Gaussian(0, -sigma, Covariance.diagonal(sigma, sigma))),
            new double[] {0.75, 0.25});

    JsonNode json =
        report(
            AdaptConfig.Method.SAFE,
            new DomainKnowledge(new SiteKnowledge.Known(prior), List.of()));

    JsonNode laws = json.get("label_laws");
    JsonNode target = laws.get("target");
    assertThat(target).hasSize(2);
    assertThat(target.get(0).get("share").doubleValue()).isEqualTo(0.75);
    assertThat(target.get(0).get("mean_deg").get(1).doubleValue()).isCloseTo(5, within(1e-9));
    assertThat(target.get(0).at("/covariance_deg2/1/1").doubleValue()).isCloseTo(25, within(1e-9));
    assertThat(laws.at("/source/0/covariance_deg2/0/0").doubleValue())
        .as("0.3 radians, squared")
        .isCloseTo(295, within(40.0));
    assertThat(laws.at("/reweighted_source/0/covariance_deg2/0/0").doubleValue())
        .as("about the prior's 25")
        .isCloseTo(25, within(8.0));
    assertThat(laws.at("/reweighted_source/0/mean_deg/1").doubleValue())
        .as("between the two places, nearer to the first")
        .isCloseTo(2.5, within(1.0));
    assertThat(laws.get("effective_source_samples").doubleValue()).isBetween(50.0, 1500.0);
    assertThat(stages(json)).hasSize(1).isSubsetOf("law", "places");
    assertThat(json.get("losses"))
        .hasSizeBetween(6, 20)
        .allSatisfy(point -> assertThat(point.get("l1").doubleValue()).isPositive());
    for (String when : List.of("before", "after")) {
      assertThat(json.at("/projection/" + when + "/source")).hasSize(500);
      assertThat(json.at("/projection/" + when + "/target/0")).hasSize(2);
    }
    assertThat(json.get("gate").get("checks")).isNotEmpty();
    assertThat(json.get("training_seconds").doubleValue()).isPositive();
    assertThat(json.get("gate_seconds").doubleValue()).isPositive();
    assertThat(page())
        .contains("Source labels, reweighted", "Loss, step by step", "How it was judged")
        .contains("time of the training", "time of the gate")
        .doesNotContain("http", "<script", "NaN");
  }

  @Test
  void aRunWithoutAPriorTellsTheDistributionItEstimated() throws Exception {
    JsonNode json = report(AdaptConfig.Method.SAFE, DomainKnowledge.UNKNOWN);

    assertThat(stages(json)).containsOnly("fixations");
    assertThat(json.at("/label_laws/target")).hasSize(1);
    assertThat(json.at("/label_laws/target/0/box_deg").isMissingNode()).isTrue();
    assertThat(json.at("/label_laws/reweighted_source")).hasSize(1);
    assertThat(json.get("reasons")).isNotEmpty();
  }

  @Test
  void theMethodOfThePaperTellsWhereItsDistributionIsCutOff() throws Exception {
    JsonNode json = report(AdaptConfig.Method.GLSGE, DomainKnowledge.UNKNOWN);

    JsonNode cluster = json.at("/label_laws/target/0");
    for (String axis : List.of("pitch", "yaw")) {
      JsonNode edges = cluster.get("box_deg").get(axis);
      assertThat(edges.get(0).doubleValue()).isLessThan(edges.get(1).doubleValue());
    }
    assertThat(json.get("losses"))
        .allSatisfy(point -> assertThat(point.has("stage")).isFalse())
        .allSatisfy(point -> assertThat(point.get("discrepancy").doubleValue()).isPositive());
    assertThat(page()).contains("class=\"box\"", "Loss, epoch by epoch");
  }

  @Test
  void glsgeTellsItsTermsByTheirNamesInThePaper() throws Exception {
    JsonNode json = report(AdaptConfig.Method.GLSGE, DomainKnowledge.UNKNOWN);

    JsonNode glsge = json.get("glsge");
    assertThat(json.get("method").textValue()).isEqualTo("glsge");
    assertThat(glsge.get("label_model").textValue()).isEqualTo("truncated-gaussian");
    assertThat(glsge.get("label_model_rounds").get(0).textValue()).contains("sigma (");
    for (String epoch : List.of("first", "last")) {
      for (String term :
          List.of("reweighted_l1", "pcod", "dare_gram_angle", "dare_gram_scale", "total")) {
        assertThat(glsge.get(epoch).get(term).doubleValue()).as(epoch + " " + term).isPositive();
      }
    }
    assertThat(glsge.get("effective_batch_samples").doubleValue())
        .isPositive()
        .isLessThanOrEqualTo(glsge.get("batch").doubleValue());
    assertThat(page())
        .contains("reweighted L1 (L_src^w)", "PCOD (d)", "DARE-GRAM, angle")
        .contains("effective source samples of a batch", "label model", "truncated-gaussian");
  }

  private static Set<String> stages(JsonNode json) {
    Set<String> stages = new TreeSet<>();
    json.get("losses").forEach(point -> stages.add(point.get("stage").textValue()));
    return stages;
  }

  private JsonNode report(AdaptConfig.Method method, DomainKnowledge knowledge) throws Exception {
    Job job =
        new Job(
            new RunQueue.Waiting(
                "seat", new Decision(true, Decision.Cause.FIRST, "a test"), Optional.empty()),
            new Job.Input(new OwnedPartition(0, 0), 0, world.target(400, head)),
            new Job.StartingHeads(head, head, 0),
            knowledge,
            Instant.EPOCH,
            new StopSignal(Duration.ofMinutes(10)));
    RunOutcome outcome =
        new Runner(
                Methods.configured(method, bank.adaptation()),
                bank,
                new Gate(),
                "cpu",
                Duration.ofMillis(500),
                device -> {})
            .run(job, done -> {});
    assertThat(outcome.stage()).as(outcome.explanation()).isNotEqualTo(Stage.FAILED);
    ReportFiles.in(directory, 5, new Source(new HeadFile(head, ""), bank, "a bank"))
        .write(job, outcome);
    return new JsonMapper().readTree(directory.resolve(ID + ".json").toFile());
  }

  private String page() throws Exception {
    return Files.readString(directory.resolve(ID + ".html"));
  }
}
