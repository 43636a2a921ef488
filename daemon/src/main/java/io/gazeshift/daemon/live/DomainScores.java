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

/**
 * The scores of one domain: over the last seconds, once a second, and for each head. One thread.
 */
final class DomainScores {

  static final int MOST_REIGNS = 100;
  static final int MOST_POINTS = 600;
  private static final int MOST_ROLLING = 10_000;

  private record Timed(Instant at, FaceScore score) {}

  private static final class Reign {
    private final Instant from;
    private Instant to;
    private final ErrorTally tally = new ErrorTally();

    private Reign(Instant from) {
      this.from = from;
      this.to = from;
    }
  }

  private final Duration rolling;
  private final Deque<Timed> lately = new ArrayDeque<>();
  private final Deque<ErrorPoint> history = new ArrayDeque<>();
  private final Map<Long, Reign> reigns =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Reign> eldest) {
          return size() > MOST_REIGNS;
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
    Reign reign = reigns.computeIfAbsent(score.version(), version -> new Reign(score.captured()));
    reign.to = score.captured();
    reign.tally.add(score);
  }

  /** To be called once a second. */
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
    // Also what is later than now, where the clock was set back.
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

  List<ReignView> reigns(String domain) {
    List<ReignView> views = new ArrayList<>();
    reigns.forEach(
        (version, reign) ->
            views.add(
                new ReignView(
                    domain,
                    version,
                    reign.from,
                    reign.to,
                    reign.tally.faces(),
                    reign.tally.degrees(),
                    reign.tally.sourceDegrees(),
                    reign.tally.shrunkDegrees(),
                    reign.tally.priorDegrees(),
                    reign.tally.offsetDegrees())));
    return views;
  }
}
