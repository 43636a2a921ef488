package io.gazeshift.daemon.live;

import io.gazeshift.targets.event.EventSettings;
import io.gazeshift.targets.event.FaceEvents;
import io.gazeshift.targets.event.GazeEvent;
import io.gazeshift.targets.event.GazeEvent.TargetGlance;
import io.gazeshift.targets.event.GazeSample;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The glances of one face, found as inference finds them. Only the last ones are kept. Not
 * thread-safe.
 */
final class FaceGlances {

  private static final int MOST = 2000;

  private final FaceEvents events = new FaceEvents(EventSettings.DEFAULT);
  private final Deque<TargetGlance> glances = new ArrayDeque<>();
  private long lastMicros;

  void add(GazeSample sample) {
    lastMicros = Math.max(lastMicros, sample.captureMicros());
    for (TargetGlance glance : glancesOf(events.add(sample))) {
      glances.addLast(glance);
      if (glances.size() > MOST) {
        glances.removeFirst();
      }
    }
  }

  /** Glances of that time, in part or in whole; one that still goes on counts as far as it got. */
  List<TargetGlance> between(long fromMicros, long toMicros) {
    List<TargetGlance> all = new ArrayList<>(glances);
    // On a copy: the face goes on.
    FaceEvents ended = FaceEvents.restore(events.state(), EventSettings.DEFAULT);
    all.addAll(glancesOf(ended.end(lastMicros)));
    return all.stream()
        .filter(glance -> glance.endMicros() >= fromMicros && glance.arrivedMicros() <= toMicros)
        .toList();
  }

  private static List<TargetGlance> glancesOf(List<GazeEvent> events) {
    return events.stream()
        .filter(TargetGlance.class::isInstance)
        .map(TargetGlance.class::cast)
        .toList();
  }
}
