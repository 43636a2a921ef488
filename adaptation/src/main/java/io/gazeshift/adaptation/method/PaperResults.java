package io.gazeshift.adaptation.method;

import io.gazeshift.common.UserError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The errors in degrees that the paper has for one task, as far as they are known: most rows of its
 * ablation are not.
 *
 * @param errorsDeg by the name of the method
 */
public record PaperResults(String task, String backbone, Map<String, Double> errorsDeg) {

  public static final String DEFAULT_BACKBONE = "resnet-18";
  static final String SOURCE_ONLY = "source only";
  static final String GLSGE = "GLSGE";

  private static final String RESOURCE = "paper-results.csv";

  /** Which of our rows are in the paper, and by what name, where a number of it is known. */
  private static final Map<String, String> METHOD_OF_ROW =
      Map.of(Ablation.NO_ADAPTATION, SOURCE_ONLY, "L_src^w + PCOD", GLSGE);

  public PaperResults {
    errorsDeg = Collections.unmodifiableMap(new LinkedHashMap<>(errorsDeg));
  }

  /**
   * What is known of a task.
   *
   * @throws UserError if there is no such task or backbone, with those there are
   */
  public static PaperResults of(String task, String backbone) {
    List<Line> lines = lines();
    String knownTask = known("--paper", task, lines, Line::task);
    String knownBackbone = known("--paper-backbone", backbone, lines, Line::backbone);
    Map<String, Double> errors = new LinkedHashMap<>();
    lines.stream()
        .filter(line -> line.task().equals(knownTask) && line.backbone().equals(knownBackbone))
        .forEach(line -> errors.put(line.method(), line.errorDeg()));
    return new PaperResults(knownTask, knownBackbone, errors);
  }

  /** The paper's number for one of our rows. */
  public OptionalDouble errorDeg(String row) {
    Double error = METHOD_OF_ROW.containsKey(row) ? errorsDeg.get(METHOD_OF_ROW.get(row)) : null;
    return error == null ? OptionalDouble.empty() : OptionalDouble.of(error);
  }

  /** The change of that against the paper's own start, as a fraction. */
  public OptionalDouble change(String row) {
    OptionalDouble error = errorDeg(row);
    Double start = errorsDeg.get(SOURCE_ONLY);
    return error.isEmpty() || start == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(error.getAsDouble() / start - 1);
  }

  /** Whether the paper's ablation may have this row: controls and bounds are ours. */
  public static boolean mayHave(String row) {
    return !row.equals(Ablation.SHRINKAGE) && !row.equals(Ablation.SUPERVISED);
  }

  private record Line(String backbone, String method, String task, double errorDeg) {

    static Line of(String text) {
      String[] columns = text.split(",", -1);
      return new Line(columns[0], columns[1], columns[2], Double.parseDouble(columns[3]));
    }
  }

  private static List<Line> lines() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                PaperResults.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .filter(line -> !line.startsWith("#") && !line.startsWith("backbone,"))
          .map(Line::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name as it is written in the results. */
  private static String known(
      String flag, String asked, List<Line> lines, Function<Line, String> column) {
    List<String> names = lines.stream().map(column).distinct().toList();
    return names.stream()
        .filter(name -> name.equalsIgnoreCase(asked.replace("→", "-")))
        .findFirst()
        .orElseThrow(
            () ->
                UserError.usage(
                    "%s: '%s' is not known; one of %s"
                        .formatted(flag, asked, names.stream().collect(Collectors.joining(", ")))));
  }
}
