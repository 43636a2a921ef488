package io.gazeshift.inference.events;

import io.gazeshift.targets.event.EventSettings;
import java.util.List;

/**
 * What events are made by.
 *
 * @param drivers which faces are drivers, by which rules they are measured, and how fast they go
 */
record EventRules(EventSettings settings, DriverFrames drivers) {

  /** Without drivers. */
  static EventRules standard() {
    return new EventRules(EventSettings.DEFAULT, new DriverFrames(List.of()));
  }
}
