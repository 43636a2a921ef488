package io.gazeshift.daemon.live;

import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Collectors;

/** What records of domains tell, in the words of {@link EventView}. */
final class EventWords {

  private static final int MOST_LETTERS = 500;
  private static final String SERVICE = "service";

  private EventWords() {}

  /** Nothing for what is only on the way. */
  static Optional<EventView> of(AdaptationEvent event) {
    if (event.getRefusedVersion() > 0) {
      return Optional.of(
          view(
              event,
              "refused",
              "inference does not take head %d, head %d stays: %s"
                  .formatted(
                      event.getRefusedVersion(), event.getParentVersion(), failedChecks(event))));
    }
    return switch (event.getStage()) {
      case STARTED ->
          Optional.of(
              view(
                  event,
                  "trigger",
                  "%s: %s".formatted(event.getTrigger(), event.getExplanation())));
      case JUDGED -> Optional.of(view(event, "verdict", verdict(event)));
      case FAILED -> Optional.of(view(event, "failed", event.getExplanation()));
      case LEFT_ALONE ->
          Optional.of(
              view(
                  event,
                  "left-alone",
                  "head %d stays: %s".formatted(event.getParentVersion(), event.getExplanation())));
      case SHADOWED ->
          Optional.of(
              view(event, "shadow", "the candidate runs beside head " + event.getParentVersion()));
      case ROLLED_BACK ->
          Optional.of(
              view(
                  event,
                  "rollback",
                  "head %d was taken back, head %d is published: %s"
                      .formatted(
                          event.getParentVersion(),
                          event.getPublishedVersion(),
                          event.getExplanation())));
      case DECLINED -> Optional.of(view(event, "declined", event.getExplanation()));
      case CANCELLED -> Optional.of(view(event, "cancelled", event.getExplanation()));
      case PROGRESS, UNRECOGNIZED -> Optional.empty();
    };
  }

  /** Heads that somebody published by hand; of the others the runs' own events tell. */
  static Optional<EventView> of(HeadModel head) {
    return head.getAuthor().equals(SERVICE)
        ? Optional.empty()
        : Optional.of(
            new EventView(
                instant(head.getCreatedMicros()),
                brief(head.getDomain()),
                "published",
                brief(
                    "head %d%s, by %s: %s"
                        .formatted(
                            head.getVersion(),
                            head.getPinned() ? " (pinned)" : "",
                            brief(head.getAuthor()),
                            brief(head.getReportSummary()))),
                Optional.empty()));
  }

  static EventView swapped(String domain, long from, long to, Instant at) {
    return new EventView(
        at,
        domain,
        "swap",
        "head %d predicts from now on, after head %d".formatted(to, from),
        Optional.empty());
  }

  private static String verdict(AdaptationEvent event) {
    if (event.getPublishedVersion() == 0) {
      return "refused, head %d stays: %s"
          .formatted(event.getParentVersion(), event.getExplanation());
    }
    return event.getVerdict().getAccepted()
        ? "accepted, head %d is published: %s"
            .formatted(event.getPublishedVersion(), event.getExplanation())
        : "refused, head %d is published all the same: %s"
            .formatted(event.getPublishedVersion(), event.getExplanation());
  }

  private static String failedChecks(AdaptationEvent event) {
    return event.getVerdict().getChecksList().stream()
        .filter(check -> !check.getPassed())
        .map(GateCheck::getReason)
        .collect(Collectors.joining("; "));
  }

  private static EventView view(AdaptationEvent event, String kind, String text) {
    long micros =
        event.getFinishedMicros() > 0 ? event.getFinishedMicros() : event.getStartedMicros();
    return new EventView(
        instant(micros),
        brief(event.getDomain()),
        kind,
        brief(text),
        Optional.of(brief(event.getReport())).filter(report -> !report.isEmpty()));
  }

  /** Records may be long; what is shown of them is kept for long, and must not be. */
  static String brief(String text) {
    return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS - 1) + "…";
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
