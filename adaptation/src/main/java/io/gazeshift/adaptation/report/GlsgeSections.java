package io.gazeshift.adaptation.report;

import io.gazeshift.adaptation.method.GlsgeAccount;
import io.gazeshift.glsge.train.EpochReport;
import io.gazeshift.glsge.train.LossTerms;
import io.gazeshift.glsge.train.Objective;
import io.gazeshift.glsge.train.Schedule;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The sections about the terms, epochs and rounds of GLSGE. */
final class GlsgeSections implements RunSections {

  private final GlsgeAccount account;
  private final List<EpochReport> epochs;

  GlsgeSections(GlsgeAccount account) {
    this.account = account;
    this.epochs = account.result().epochs();
  }

  @Override
  public String headline() {
    return "";
  }

  @Override
  public String cards() {
    return Markup.card(
        "loss",
        Markup.text("%.4f", account.firstLoss().total()),
        Markup.text("%.4f", account.lastLoss().total()));
  }

  @Override
  public boolean weighsSource() {
    return account.settings().objective().weightedSource();
  }

  @Override
  public String course() {
    return """
    <h2>Terms of the loss</h2>
    %s
    <h2>Loss, epoch by epoch</h2>
    <p>Dashed lines separate the rounds. Within a round, the label distribution does not change.</p>
    <div class="row">
    %s</div>
    <h2>The label distribution, round by round</h2>
    %s\
    """
        .formatted(terms(), charts(), laws());
  }

  /** The terms by their names in the paper, in the first and the last epoch. */
  private String terms() {
    LossTerms first = account.firstLoss();
    LossTerms last = account.lastLoss();
    Facts terms =
        new Facts()
            .add(
                weighsSource() ? "reweighted L1 (L_src^w)" : "L1 on the source (L_src)",
                change(first.l1(), last.l1()) + " rad");
    Objective.Alignment alignment = account.settings().objective().alignment();
    if (alignment != Objective.Alignment.NONE) {
      terms
          .add("%s (d)".formatted(alignment), change(first.discrepancy(), last.discrepancy()))
          .add("DARE-GRAM, angle", change(first.angle(), last.angle()))
          .add("DARE-GRAM, scale", change(first.scale(), last.scale()))
          .add("DARE-GRAM, weighted", change(first.marginal(), last.marginal()));
    }
    return terms
        .add("total", change(first.total(), last.total()))
        .add(
            "effective source samples of a batch",
            Markup.text(
                "%.1f to %.1f of %d",
                epochs.get(0).effectiveSamples(),
                account.effectiveBatchSamples(),
                account.settings().schedule().batch()))
        .table();
  }

  private static String change(double first, double last) {
    return Markup.text("%.4f to %.4f", first, last);
  }

  private String charts() {
    StringBuilder html = new StringBuilder();
    html.append(chart("Total", epoch -> epoch.loss().total()));
    html.append(chart("L1 on the source (rad)", epoch -> epoch.loss().l1()));
    Objective.Alignment alignment = account.settings().objective().alignment();
    if (alignment != Objective.Alignment.NONE) {
      html.append(
          chart(
              "Conditional discrepancy d (%s)".formatted(alignment),
              epoch -> epoch.loss().discrepancy()));
      html.append(chart("Marginal: angle", epoch -> epoch.loss().angle()));
      html.append(chart("Marginal: scale", epoch -> epoch.loss().scale()));
    }
    html.append(chart("Effective source samples of a batch", EpochReport::effectiveSamples));
    return html.toString();
  }

  private String chart(String title, ToDoubleFunction<EpochReport> value) {
    return Markup.figure(
        Markup.escaped(title),
        new LossChart("epoch", 1, epochs.size())
            .svg(
                epochs.stream().mapToDouble(value).toArray(),
                i -> epochs.get(i).round() != epochs.get(i - 1).round()));
  }

  private String laws() {
    StringBuilder html = new StringBuilder("<table>\n");
    for (int round = 0; round < account.laws().size(); round++) {
      html.append(
          "<tr><th>%d</th><td>%s</td></tr>%n"
              .formatted(round + 1, Markup.escaped(account.laws().get(round).describe())));
    }
    return html.append("</table>\n").toString();
  }

  @Override
  public Facts settings() {
    Objective objective = account.settings().objective();
    Schedule schedule = account.settings().schedule();
    EpochReport last = epochs.get(epochs.size() - 1);
    return new Facts()
        .add("label model", account.labelModel().key())
        .add("objective", objective.name())
        .add("λ", Double.toString(objective.lambda()))
        .add("learning rate", Markup.text("%.1e, cosine", schedule.learningRate()))
        .add(
            "rounds x epochs x steps",
            "%d x %d x %d"
                .formatted(
                    last.rounds(),
                    schedule.epochsPerRound(),
                    last.steps() / (last.rounds() * schedule.epochsPerRound())))
        .add("batch", "%1$d + %1$d".formatted(schedule.batch()))
        .add("seed", Long.toString(account.settings().seed()))
        .add("device", account.settings().device());
  }
}
