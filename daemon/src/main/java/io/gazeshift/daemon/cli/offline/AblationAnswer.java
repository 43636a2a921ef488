package io.gazeshift.daemon.cli.offline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.method.Ablation;
import io.gazeshift.adaptation.method.PaperResults;
import io.gazeshift.common.cli.JsonOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The table of an ablation, as text and as JSON.
 *
 * @param boundByPerson whether the supervised bound is measured on people it has not seen
 * @param paper the paper's numbers for the task, if asked for
 */
record AblationAnswer(
    List<Ablation.Row> rows, int seeds, boolean boundByPerson, Optional<PaperResults> paper) {

  private static final String NOT_SEEN = "not seen";

  ObjectNode json(String labelModel) {
    ObjectNode answer = JsonOutput.object();
    answer
        .put("seeds", seeds)
        .put("label_model", labelModel)
        .put("supervised_bound_by_person", boundByPerson);
    paper.ifPresent(
        published -> {
          ObjectNode node = answer.putObject("paper");
          node.put("task", published.task()).put("backbone", published.backbone());
          ObjectNode errors = node.putObject("errors_deg");
          published.errorsDeg().forEach(errors::put);
        });
    ArrayNode list = answer.putArray("rows");
    for (Ablation.Row row : rows) {
      ObjectNode node = list.addObject();
      node.put("row", row.name())
          .put("mean_deg", row.meanDeg())
          .put("spread_deg", row.spreadDeg())
          .put("change", change(row))
          .put("diverged", row.diverged());
      ArrayNode errors = node.putArray("errors_deg");
      for (double error : row.errorsDeg()) {
        errors.add(error);
      }
      paper.ifPresent(
          published -> {
            put(node, "paper_deg", published.errorDeg(row.name()));
            put(node, "paper_change", published.change(row.name()));
          });
    }
    return answer;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-26s  %7s  %7s  %8s%s   (%d %s)"
            .formatted(
                "",
                "mean",
                "spread",
                "change",
                paper.isPresent() ? "  %8s  %8s".formatted("paper", "change") : "",
                seeds,
                seeds == 1 ? "seed" : "seeds"));
    for (Ablation.Row row : rows) {
      lines.add(
          String.format(
                  Locale.ROOT,
                  "%-26s  %6.2f°  %6.2f°  %+7.1f%%%s%s",
                  row.name(),
                  row.meanDeg(),
                  row.spreadDeg(),
                  100 * change(row),
                  paper.map(published -> beside(published, row.name())).orElse(""),
                  row.diverged() > 0 ? "   %d diverged".formatted(row.diverged()) : "")
              .stripTrailing());
    }
    if (!boundByPerson) {
      lines.add(
          "supervised bound: optimistic, for the target names fewer than two persons and the same"
              + " person is trained and measured on");
    }
    paper.ifPresent(
        published ->
            lines.add(
                "paper: %s, %s; check its numbers before comparing (docs/results/2026-11-17-published-results.md)"
                    .formatted(published.task(), published.backbone())));
    return lines;
  }

  private double change(Ablation.Row row) {
    return row.meanDeg() / rows.get(0).meanDeg() - 1;
  }

  private static String beside(PaperResults published, String row) {
    OptionalDouble error = published.errorDeg(row);
    if (error.isEmpty()) {
      return "  %8s  %8s".formatted(PaperResults.mayHave(row) ? NOT_SEEN : "", "");
    }
    return String.format(
        Locale.ROOT,
        "  %7.2f°  %+7.1f%%",
        error.getAsDouble(),
        100 * published.change(row).orElse(Double.NaN));
  }

  private static void put(ObjectNode node, String name, OptionalDouble value) {
    if (value.isPresent()) {
      node.put(name, value.getAsDouble());
    } else {
      node.putNull(name);
    }
  }
}
