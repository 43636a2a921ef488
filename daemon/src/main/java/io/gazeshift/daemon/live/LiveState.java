package io.gazeshift.daemon.live;

import io.gazeshift.inference.swap.RejectedHeadException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTruth;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The state of a {@link LiveBoard}, without Kafka; the caller supplies the time. All collections
 * are bounded; cameras and domains beyond the limit are ignored. Thread-safe.
 */
final class LiveState {

  static final int MOST_EVENTS = 200;

  /** More than fit on a page. */
  private static final int MOST_CAMERAS = 1000;

  private static final Duration MARK_EVERY = Duration.ofSeconds(1);

  private final LiveSettings settings;
  private final FaceJoin join = new FaceJoin();
  private final Map<String, LiveCamera> cameras = new TreeMap<>();
  private final Map<String, LiveDomain> domains = new TreeMap<>();
  private final Deque<EventView> events = new ArrayDeque<>();
  private Instant marked = Instant.MIN;
  private long faces;

  LiveState(LiveSettings settings) {
    this.settings = settings;
  }

  synchronized void note(GazePrediction prediction, Instant now) {
    faces++;
    String id = prediction.getIdentity().getCamera();
    String name = prediction.getIdentity().getDomain();
    double lookSeconds = 0;
    if (isRoomFor(cameras, id)) {
      lookSeconds =
          cameras
              .computeIfAbsent(id, unknown -> new LiveCamera(id, now))
              .note(prediction, join.truth(prediction.getIdentity()), now);
    }
    if (isRoomFor(domains, name)) {
      domain(name)
          .note(prediction, lookSeconds)
          .ifPresent(
              before -> add(EventText.swapped(name, before, prediction.getModelVersion(), now)));
    }
    join.note(prediction).ifPresent(face -> score(face, now));
  }

  synchronized void note(FaceEvent event, Instant now) {
    String id = event.getCamera();
    if (isRoomFor(cameras, id)) {
      cameras.computeIfAbsent(id, unknown -> new LiveCamera(id, now)).note(event, now);
    }
    if (isRoomFor(domains, event.getDomain())) {
      domain(event.getDomain()).note(event);
    }
  }

  synchronized void note(FeatureSample feature, Instant now) {
    String name = feature.getIdentity().getDomain();
    if (isRoomFor(domains, name)) {
      domain(name).note(Rotation.ofRows(feature.getNormalisationRotationList()));
    }
    join.note(feature).ifPresent(face -> score(face, now));
  }

  synchronized void note(GazeTruth truth, Instant now) {
    LiveCamera camera = cameras.get(truth.getIdentity().getCamera());
    if (camera != null) {
      camera.note(truth);
    }
    join.note(truth).ifPresent(face -> score(face, now));
  }

  /**
   * A record of a head, which is shown only if it is verified: a forged one of a high version would
   * hide all real ones.
   */
  synchronized void noteHead(String key, byte[] record) throws RejectedHeadException {
    HeadModel head = RecordType.HEAD_MODEL.decode(record);
    LiveDomain known = domains.get(head.getDomain());
    settings.heads().verify(key, record, known == null ? 0 : known.published());
    note(head);
  }

  synchronized void note(HeadModel head) {
    if (isRoomFor(domains, head.getDomain()) && domain(head.getDomain()).note(head)) {
      EventText.of(head).ifPresent(this::add);
    }
  }

  synchronized void note(AdaptationEvent event) {
    EventText.of(event).ifPresent(this::add);
  }

  /** Records the error of each second; call it a few times a second. */
  synchronized void passes(Instant now) {
    // Also after the clock was set back.
    if (now.isBefore(marked) || !now.isBefore(marked.plus(MARK_EVERY))) {
      marked = now;
      domains.values().forEach(domain -> domain.mark(now));
    }
  }

  synchronized LiveSnapshot snapshot(Instant now) {
    return new LiveSnapshot(
        now,
        cameras.values().stream().map(camera -> camera.view(now)).toList(),
        domains.values().stream().map(domain -> domain.view(now)).toList(),
        events.stream().sorted(Comparator.comparing(EventView::at).reversed()).toList(),
        Optional.empty());
  }

  synchronized long faces() {
    return faces;
  }

  synchronized List<ActivePeriodView> periods() {
    return domains.values().stream().flatMap(domain -> domain.periods().stream()).toList();
  }

  synchronized List<TargetPeriodView> targetPeriods() {
    return domains.values().stream().flatMap(domain -> domain.targetPeriods().stream()).toList();
  }

  private void score(FaceJoin.Whole face, Instant now) {
    LiveDomain domain = domains.get(face.prediction().getIdentity().getDomain());
    if (domain != null) {
      domain.note(face, now);
    }
  }

  private LiveDomain domain(String name) {
    return domains.computeIfAbsent(name, unknown -> new LiveDomain(name, settings));
  }

  private static boolean isRoomFor(Map<String, ?> known, String name) {
    return known.containsKey(name) || known.size() < MOST_CAMERAS;
  }

  private void add(EventView event) {
    events.addLast(event);
    if (events.size() > MOST_EVENTS) {
      events.removeFirst();
    }
  }
}
