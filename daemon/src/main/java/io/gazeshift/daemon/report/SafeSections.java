package io.gazeshift.daemon.report;

import io.gazeshift.daemon.offline.SafeAccount;
import io.gazeshift.glsge.label.LabelModel;
import java.util.Optional;
import java.util.stream.Collectors;

/** A safe adaptation's verdict, and why. */
final class SafeSections implements RunSections {

  private final SafeAccount account;

  SafeSections(SafeAccount account) {
    this.account = account;
  }

  @Override
  public String headline() {
    return """
    <p class="verdict"><b>%s</b></p>
    <ul>
    %s
    </ul>
    """
        .formatted(
            account.verdict().adapted() ? "The head was adapted." : "The head was left alone.",
            account.verdict().reasons().stream()
                .map(reason -> "<li>%s</li>".formatted(Markup.escaped(reason)))
                .collect(Collectors.joining("\n")));
  }

  @Override
  public String cards() {
    return "";
  }

  @Override
  public Optional<LabelModel> law() {
    return account.law().map(LabelModel.class::cast);
  }

  @Override
  public String weightedSource(GazeAxes axes) {
    return "";
  }

  @Override
  public String course() {
    return "";
  }

  @Override
  public Facts settings() {
    Facts facts =
        new Facts()
            .add("site", account.law().map(LabelModel::describe).orElse(account.site().describe()))
            .add("gate", Double.toString(account.settings().gate()));
    account
        .verdict()
        .rho()
        .ifPresent(rho -> facts.add("variance against the source's", Markup.text("%.2f", rho)));
    return facts
        .add("seed", Long.toString(account.settings().seed()))
        .add("device", account.settings().device());
  }
}
