package io.gazeshift.daemon.live;

import java.util.List;
import java.util.Optional;

/**
 * The last minute of one face of a camera; it may be gone.
 *
 * @param events all but fixations, the one that was told first is first
 * @param away empty where no target is called road
 */
public record TimelineView(int face, List<FaceEventView> events, Optional<AwayView> away) {

  public TimelineView {
    events = List.copyOf(events);
  }
}
