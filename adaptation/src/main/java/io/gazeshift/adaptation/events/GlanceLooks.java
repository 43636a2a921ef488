package io.gazeshift.adaptation.events;

import io.gazeshift.adaptation.glance.GlanceMark;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How many candidates each glance has judged, on any process, as far back as gaze.adaptations
 * reaches: the gate asks more of a candidate the more often a glance was looked at. It is rebuilt
 * from the topic at every start. For one thread.
 */
public final class GlanceLooks {

  /** A run ends with exactly one of these, apart from the event that ends its shadow trial. */
  private static final Set<Stage> ENDS = Set.of(Stage.JUDGED, Stage.SHADOWED, Stage.FAILED);

  private final Map<String, Map<Long, Integer>> byDomain = new HashMap<>();

  public void note(AdaptationEvent event) {
    boolean ended = ENDS.contains(event.getStage()) && !event.getTrigger().equals(RunEvents.SHADOW);
    if (ended && event.getJudgedGlancesCount() > 0) {
      Map<Long, Integer> looks =
          byDomain.computeIfAbsent(event.getDomain(), domain -> new HashMap<>());
      event.getJudgedGlancesList().forEach(glance -> looks.merge(glance, 1, Integer::sum));
    }
  }

  /** How many candidates a glance has judged so far. */
  public int at(String domain, String glanceId) {
    return byDomain.getOrDefault(domain, Map.of()).getOrDefault(GlanceMark.of(domain, glanceId), 0);
  }
}
