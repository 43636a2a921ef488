package io.gazeshift.adaptation.events;

import io.gazeshift.adaptation.domains.PastRun;
import io.gazeshift.adaptation.schedule.Decision.Cause;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The last runs of every domain, on any process. For one thread. */
public final class PastRuns {

  /** The triggers of runs, and that of shadow trials. */
  private static final Set<String> TRIGGERS =
      Stream.concat(
              Stream.of(Cause.FIRST, Cause.INTERVAL, Cause.DRIFT, Cause.MANUAL)
                  .map(PastRuns::trigger),
              Stream.of(RunEvents.SHADOW))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<Stage> ENDS = Set.of(Stage.JUDGED, Stage.LEFT_ALONE, Stage.FAILED);

  private final Map<String, PastRun> byDomain = new HashMap<>();

  /** The name of a cause in an event. */
  public static String trigger(Cause cause) {
    return cause.name().toLowerCase(Locale.ROOT);
  }

  public void note(AdaptationEvent event) {
    boolean ended = TRIGGERS.contains(event.getTrigger()) && ENDS.contains(event.getStage());
    if (ended || event.getStage() == Stage.ROLLED_BACK) {
      byDomain.put(event.getDomain(), PastRun.after(of(event.getDomain()), event));
    }
  }

  public Optional<PastRun> of(String domain) {
    return Optional.ofNullable(byDomain.get(domain));
  }
}
