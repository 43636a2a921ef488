package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state at one moment.
 *
 * @param cameras by id
 * @param domains by name
 * @param events newest first, at most 200
 * @param problem why topics are not read, if so
 */
public record LiveSnapshot(
    Instant at,
    List<CameraView> cameras,
    List<DomainView> domains,
    List<EventView> events,
    Optional<String> problem) {

  public LiveSnapshot {
    cameras = List.copyOf(cameras);
    domains = List.copyOf(domains);
    events = List.copyOf(events);
  }

  LiveSnapshot with(Optional<String> why) {
    return new LiveSnapshot(at, cameras, domains, events, why);
  }
}
