package io.gazeshift.daemon.live;

import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Turns records into the events that people read. */
public final class EventText {

  private static final int MOST_LETTERS = 500;
  private static final String SERVICE = "service";

  private EventText() {}

  /** The event of a record; empty for mere progress. */
  public static Optional<EventView> of(AdaptationEvent event) {
    if (event.getRefusedVersion() > 0) {
      return Optional.of(
          view(
              event,
              "rejected",
              "inference rejected head %d: %s. %s stays active."
                  .formatted(
                      event.getRefusedVersion(),
                      withoutStop(failedChecks(event)),
                      capitalised(parent(event)))));
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
                  "skipped",
                  "no change: %s. %s stays active."
                      .formatted(withoutStop(event.getExplanation()), capitalised(parent(event)))));
      case SHADOWED ->
          Optional.of(
              view(
                  event,
                  "shadow",
                  "the candidate runs in shadow beside the active " + parent(event)));
      case ROLLED_BACK ->
          Optional.of(
              view(
                  event,
                  "rollback",
                  "rolled back head %d: %s. Published head %d."
                      .formatted(
                          event.getParentVersion(),
                          withoutStop(event.getExplanation()),
                          event.getPublishedVersion())));
      case DECLINED -> Optional.of(view(event, "declined", event.getExplanation()));
      case CANCELLED -> Optional.of(view(event, "cancelled", event.getExplanation()));
      case PROGRESS, UNRECOGNIZED -> Optional.empty();
    };
  }

  /** The event of a head that a person published; heads of runs have events of their own. */
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
        "head %d is active now, replacing head %d".formatted(to, from),
        Optional.empty());
  }

  private static String verdict(AdaptationEvent event) {
    if (event.getPublishedVersion() == 0) {
      return "rejected%s. %s stays active.".formatted(reason(event), capitalised(parent(event)));
    }
    return event.getVerdict().getAccepted()
        ? "accepted: published head %d".formatted(event.getPublishedVersion())
        : "rejected%s. Published as head %d anyway (adapt.gate: warn)."
            .formatted(reason(event), event.getPublishedVersion());
  }

  /** The deciding reason: the first check that failed; the report has the others. */
  private static String reason(AdaptationEvent event) {
    return event.getVerdict().getChecksList().stream()
        .filter(check -> !check.getPassed())
        .findFirst()
        .map(check -> " (%s): %s".formatted(check.getName(), withoutStop(check.getReason())))
        .orElse(": " + withoutStop(event.getExplanation()));
  }

  private static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  private static String parent(AdaptationEvent event) {
    return event.getParentVersion() == 0 ? "source head" : "head " + event.getParentVersion();
  }

  private static String capitalised(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
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

  /** Shortens a text from a record, because events are kept for a long time. */
  static String brief(String text) {
    return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS - 1) + "…";
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
