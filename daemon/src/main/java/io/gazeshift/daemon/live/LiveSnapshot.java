package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.List;

/**
 * How things stand at one moment.
 *
 * @param cameras by id
 * @param domains by name
 * @param events newest first, at most 200
 */
public record LiveSnapshot(
    Instant at, List<CameraView> cameras, List<DomainView> domains, List<EventView> events) {

  public LiveSnapshot {
    cameras = List.copyOf(cameras);
    domains = List.copyOf(domains);
    events = List.copyOf(events);
  }
}
