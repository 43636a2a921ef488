package io.gazeshift.adaptation.report;

import io.gazeshift.adaptation.method.SafeAccount;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.safe.SafeStage;
import io.gazeshift.glsge.train.StepLoss;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The verdict of a safe adaptation, its reasons and the course of its trainings. */
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
  public boolean weighsSource() {
    return !losses(SafeStage.LAW).isEmpty();
  }

  @Override
  public String course() {
    return """
    <h2>Loss, step by step</h2>
    %s\
    """
        .formatted(
            account.losses().isEmpty()
                ? "<p>Nothing was trained.</p>\n"
                : """
                <p>The mean absolute error of each training, pitch plus yaw, in radians.</p>
                <div class="row">
                %s</div>
                """
                    .formatted(charts()));
  }

  private String charts() {
    return Arrays.stream(SafeStage.values())
        .filter(stage -> !losses(stage).isEmpty())
        .map(stage -> Markup.figure(Markup.escaped(title(stage)), chart(losses(stage))))
        .collect(Collectors.joining());
  }

  private static String chart(List<StepLoss> points) {
    return new LossChart("step", points.get(0).step(), points.get(points.size() - 1).step())
        .svg(points.stream().mapToDouble(point -> point.terms().l1()).toArray(), i -> false);
  }

  private List<StepLoss> losses(SafeStage stage) {
    return account.losses().stream().filter(point -> point.stage().equals(stage.key())).toList();
  }

  private static String title(SafeStage stage) {
    return switch (stage) {
      case FIXATIONS -> "fixations: target frames, on what is said of their fixations";
      case LAW -> "gaze distribution: source frames, reweighted and moved to the target";
      case PLACES -> "places: target frames, on where people probably looked";
    };
  }

  @Override
  public Facts settings() {
    Facts facts =
        new Facts()
            .add(
                "site",
                account.site().law().map(LabelModel::describe).orElse(account.site().describe()))
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
