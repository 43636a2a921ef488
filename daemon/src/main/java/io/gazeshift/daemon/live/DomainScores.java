package io.gazeshift.daemon.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The scores of one domain: rolling, once a second, and for each head. Not thread-safe. */
final class DomainScores {

  static final int MOST_PERIODS = 100;
  static final int MOST_POINTS = 600;
  private static final int MOST_ROLLING = 10_000;

  private record Timed(Instant at, FaceScore score) {}

  private static final class ActivePeriod {
    private final Instant from;
    private Instant to;
    private final ErrorTally tally = new ErrorTally();

    private ActivePeriod(Instant from) {
      this.from = from;
      this.to = from;
    }
  }

  private final Duration rolling;
  private final Deque<Timed> lately = new ArrayDeque<>();
  private final Deque<ErrorPoint> history = new ArrayDeque<>();
  private final Map<Long, ActivePeriod> periods =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, ActivePeriod> eldest) {
          return size() > MOST_PERIODS;
        }
      };

  DomainScores(Duration rolling) {
    this.rolling = rolling;
  }

  void add(FaceScore score, Instant now) {
    lately.addLast(new Timed(now, score));
    if (lately.size() > MOST_ROLLING) {
      lately.removeFirst();
    }
    ActivePeriod period =
        periods.computeIfAbsent(score.version(), version -> new ActivePeriod(score.captured()));
    period.to = score.captured();
    period.tally.add(score);
  }

  /** Records the rolling error; call it once a second. */
  void mark(Instant now) {
    error(now)
        .ifPresent(
            error -> {
              history.addLast(new ErrorPoint(now, error.degrees(), error.sourceDegrees()));
              if (history.size() > MOST_POINTS) {
                history.removeFirst();
              }
            });
  }

  Optional<ErrorView> error(Instant now) {
    Instant since = now.minus(rolling);
    // Also drops scores from the future, left by a clock that was set back.
    while (!lately.isEmpty()
        && (lately.peekFirst().at().isBefore(since) || lately.peekFirst().at().isAfter(now))) {
      lately.removeFirst();
    }
    if (lately.isEmpty()) {
      return Optional.empty();
    }
    ErrorTally tally = new ErrorTally();
    lately.forEach(timed -> tally.add(timed.score()));
    return Optional.of(
        new ErrorView(
            tally.degrees(), tally.sourceDegrees(), tally.shrunkDegrees(), tally.faces()));
  }

  List<ErrorPoint> history() {
    return List.copyOf(history);
  }

  List<ActivePeriodView> periods(String domain) {
    List<ActivePeriodView> views = new ArrayList<>();
    periods.forEach(
        (version, period) ->
            views.add(
                new ActivePeriodView(
                    domain,
                    version,
                    period.from,
                    period.to,
                    period.tally.faces(),
                    period.tally.degrees(),
                    period.tally.sourceDegrees(),
                    period.tally.shrunkDegrees(),
                    period.tally.priorDegrees(),
                    period.tally.offsetDegrees())));
    return views;
  }
}
