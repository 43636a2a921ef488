package io.gazeshift.trials.harness;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The newest run of every fault, in a JSON file, so that faults can be run one at a time without
 * losing what is known of the others.
 */
public final class TrialLog {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path file;
  private final List<String> faults;
  private Map<String, TrialRun> runs;

  private TrialLog(Path file, List<String> faults) throws IOException {
    this.file = file;
    this.faults = List.copyOf(faults);
    this.runs = read(file);
  }

  /** As the file has it, nothing where there is none; of these faults, in their order. */
  public static TrialLog read(Path file, List<String> faults) throws IOException {
    return new TrialLog(file, faults);
  }

  private static Map<String, TrialRun> read(Path file) throws IOException {
    return Files.exists(file)
        ? JSON.readValue(file.toFile(), new TypeReference<LinkedHashMap<String, TrialRun>>() {})
        : new LinkedHashMap<>();
  }

  /** In the place of what was known of that fault; written at once. */
  public void put(String fault, TrialRun run) throws IOException {
    // Anew: another fault may have been run meanwhile.
    runs = read(file);
    runs.put(fault, run);
    Map<String, TrialRun> inOrder = new LinkedHashMap<>();
    for (String each : faults) {
      newest(each).ifPresent(known -> inOrder.put(each, known));
    }
    Files.writeString(file, JSON.writeValueAsString(inOrder) + "\n");
  }

  /** Nothing where it never was inflicted. */
  public Optional<TrialRun> newest(String fault) {
    return Optional.ofNullable(runs.get(fault));
  }

  public List<String> faults() {
    return faults;
  }
}
