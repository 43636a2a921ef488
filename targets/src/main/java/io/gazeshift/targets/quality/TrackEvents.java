package io.gazeshift.targets.quality;

import io.gazeshift.targets.event.EventSettings;
import io.gazeshift.targets.event.FaceEvents;
import io.gazeshift.targets.event.GazeEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The events of a face track that is over. */
final class TrackEvents {

  private TrackEvents() {}

  /** Takes the frames in the order of capture. */
  static List<GazeEvent> of(Collection<TrackFrame> frames) {
    FaceEvents face = new FaceEvents(EventSettings.DEFAULT);
    List<GazeEvent> events = new ArrayList<>();
    long lastMicros = Long.MIN_VALUE;
    for (TrackFrame frame : frames) {
      events.addAll(face.add(frame.sample()));
      lastMicros = frame.captureMicros();
    }
    if (!frames.isEmpty()) {
      events.addAll(face.end(lastMicros));
    }
    return events;
  }
}
