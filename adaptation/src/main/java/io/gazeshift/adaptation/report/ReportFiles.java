package io.gazeshift.adaptation.report;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.adaptation.method.AdaptationRun;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.gate.GateCheck;
import io.gazeshift.glsge.gate.GateVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a page and a JSON file about each run, under the run's id, and deletes the oldest. */
public final class ReportFiles {

  private static final Logger log = LoggerFactory.getLogger(ReportFiles.class);
  private static final ObjectWriter JSON =
      JsonMapper.builder().build().writerWithDefaultPrettyPrinter();

  /** The end of a run's id. Files without it are never deleted. */
  private static final Pattern OURS = Pattern.compile(".+-\\d{8}T\\d{9}Z\\.(html|json)");

  private static final int FILES_OF_A_RUN = 2;

  private final Path directory;
  private final int kept;
  private final String bankName;
  private final int bankSamples;

  private ReportFiles(Path directory, int kept, String bankName, int bankSamples) {
    this.directory = directory;
    this.kept = kept;
    this.bankName = bankName;
    this.bankSamples = bankSamples;
  }

  /**
   * Creates the directory if it does not exist.
   *
   * @param kept how many runs keep their files
   */
  public static ReportFiles in(Path directory, int kept, Source source) {
    try {
      Files.createDirectories(directory);
      if (!Files.isWritable(directory)) {
        throw new IOException("no right to write there");
      }
    } catch (IOException e) {
      throw new UserError(
          "adapt.report-dir: %s cannot be written: %s; choose another"
              .formatted(directory, e.getMessage()),
          e);
    }
    return new ReportFiles(directory, kept, source.bankName(), source.trainingSamples());
  }

  /** The name of a run's page. */
  static String page(Job job) {
    return job.id() + ".html";
  }

  /** Writes both files of a run that has a result; logs a failure to do so. */
  public void write(Job job, RunOutcome outcome) {
    try {
      AdaptationRun run = outcome.run().orElseThrow();
      put(job.id() + ".json", JSON.writeValueAsString(json(job, outcome, run)));
      put(page(job), page(job, outcome, run).html());
      deleteOldest();
    } catch (IOException | RuntimeException e) {
      // For example, predictions that are NaN cannot be drawn. The run has ended regardless.
      log.atWarn()
          .addKeyValue("domain", job.domain())
          .log("domain {}: could not write the report: {}", job.domain(), e.getMessage());
    }
  }

  private AdaptationPage page(Job job, RunOutcome outcome, AdaptationRun run) {
    return new AdaptationPage(run, verdicts(outcome), outcome.judging(), facts(job, outcome));
  }

  /** Readers never see an incomplete file. */
  private void put(String name, String text) throws IOException {
    Path begun = directory.resolve(name + ".part");
    Files.writeString(begun, text);
    Files.move(begun, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  private void deleteOldest() throws IOException {
    List<Path> ours;
    try (Stream<Path> files = Files.list(directory)) {
      ours = files.filter(file -> OURS.matcher(file.getFileName().toString()).matches()).toList();
    }
    if (ours.size() > FILES_OF_A_RUN * kept) {
      List<Path> oldestFirst = new ArrayList<>(ours);
      oldestFirst.sort(Comparator.comparing(ReportFiles::began));
      for (Path file : oldestFirst.subList(0, ours.size() - FILES_OF_A_RUN * kept)) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** The time at the end of a run's id. */
  private static String began(Path report) {
    String name = report.getFileName().toString();
    return name.substring(name.lastIndexOf('-') + 1);
  }

  private Facts facts(Job job, RunOutcome outcome) {
    Facts facts =
        new Facts()
            .add("domain", job.domain())
            .add("run", job.id())
            .add("why", job.why().decision().explanation())
            .add("bank", "%s (%d samples)".formatted(bankName, bankSamples))
            .add("target", "%d samples".formatted(job.samples().size()))
            .add("parent", job.parentVersion() == 0 ? "source head" : "" + job.parentVersion())
            .add("outcome", "%s: %s".formatted(outcome.stage(), outcome.explanation()));
    if (!job.knowledge().notes().isEmpty()) {
      facts.add("glances", String.join("; ", job.knowledge().notes()));
    }
    return facts;
  }

  private static Facts verdicts(RunOutcome outcome) {
    Facts facts = new Facts();
    outcome.verdict().stream()
        .flatMap(verdict -> verdict.checks().stream())
        .forEach(
            check ->
                facts.add(
                    check.name(),
                    "%s: %s".formatted(check.passed() ? "passed" : "rejected", check.reason())));
    return facts;
  }

  private ObjectNode json(Job job, RunOutcome outcome, AdaptationRun run) {
    ObjectNode node = JsonMapper.builder().build().createObjectNode();
    node.put("domain", job.domain())
        .put("run_id", job.id())
        .put("trigger", PastRuns.trigger(job.why().decision().cause()))
        .put("why", job.why().decision().explanation())
        .put("started", job.started().toString())
        .put("bank", bankName)
        .put("source_samples", bankSamples)
        .put("target_samples", job.samples().size())
        .put("features_partition", job.partition().number())
        .put("features_end_offset", job.samplesEnd())
        .put("parent_version", job.parentVersion())
        .put("outcome", outcome.stage().name())
        .put("explanation", outcome.explanation());
    job.knowledge().notes().forEach(node.putArray("glances")::add);
    outcome.verdict().ifPresent(verdict -> put(node, verdict));
    outcome.judging().ifPresent(took -> node.put("gate_seconds", took.toMillis() / 1000.0));
    return node.setAll(AdaptationJson.of(run));
  }

  private static void put(ObjectNode node, GateVerdict verdict) {
    ObjectNode gate = node.putObject("gate").put("accepted", verdict.accepted());
    for (GateCheck check : verdict.checks()) {
      gate.withArray("checks")
          .addObject()
          .put("name", check.name())
          .put("passed", check.passed())
          .put("value", check.value())
          .put("bound", check.bound())
          .put("reason", check.reason());
    }
  }
}
