package io.gazeshift.inference.events;

import io.gazeshift.protocol.v1.EventState;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The events of one partition of predictions. They depend on its records and their times alone, so
 * a process that goes on from a stored state finds what the one before it would have found. Not
 * thread-safe.
 */
final class PartitionEvents {

  /**
   * A camera that sends nothing for this long, while others go on, has stopped. Its own capture
   * times cannot show that.
   */
  private static final Duration STOPPED_AFTER = Duration.ofSeconds(5);

  /** A longer pause of all of them is a pause of inference, and says nothing of the cameras. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /**
   * Capture sessions and faces that are followed at once. A partition has some cameras with some
   * faces each, so more are invented; they must not fill the memory until the next commit.
   */
  static final int MOST_FOLLOWED = 2_000;

  private record Session(String camera, long captureSession) {}

  private final int partition;
  private final EventRules rules;

  /** The one that was seen last is last. */
  private final Map<Session, CaptureTimeline> timelines = new LinkedHashMap<>();

  private long nextOffset;

  /** When Kafka got the last prediction. */
  private long gotMillis;

  /** Grows while predictions come. */
  private long activeMillis;

  private long dropped;

  /** Sessions and their faces. */
  private int followed;

  PartitionEvents(int partition, long nextOffset, EventRules rules) {
    this.partition = partition;
    this.nextOffset = nextOffset;
    this.rules = rules;
  }

  static PartitionEvents from(EventState state, EventRules rules) {
    PartitionEvents events =
        new PartitionEvents(state.getPartition(), state.getNextOffset(), rules);
    events.gotMillis = state.getGotMillis();
    events.activeMillis = state.getActiveMillis();
    for (EventState.Timeline stored : state.getTimelinesList()) {
      CaptureTimeline timeline = CaptureTimeline.from(stored, rules);
      events.timelines.put(new Session(stored.getCamera(), stored.getCaptureSession()), timeline);
      events.followed += 1 + timeline.faces();
    }
    return events;
  }

  EventState state() {
    EventState.Builder state =
        EventState.newBuilder()
            .setPartition(partition)
            .setNextOffset(nextOffset)
            .setGotMillis(gotMillis)
            .setActiveMillis(activeMillis);
    timelines.values().forEach(timeline -> state.addTimelines(timeline.state()));
    return state.build();
  }

  /** The first offset that it has not taken. */
  long nextOffset() {
    return nextOffset;
  }

  /** Goes on to this offset, whatever is there. */
  void stepTo(long offset) {
    nextOffset = offset;
  }

  /**
   * Takes a prediction; answers the events that are complete now.
   *
   * @param millis when Kafka got it
   */
  List<FaceEvent> add(GazePrediction prediction, long millis) {
    activeMillis += Math.max(0, Math.min(millis - gotMillis, LONGEST_PAUSE.toMillis()));
    gotMillis = millis;
    FaceIdentity identity = prediction.getIdentity();
    Session session = new Session(identity.getCamera(), identity.getCaptureSession());
    CaptureTimeline known = timelines.remove(session);
    List<FaceEvent> events = new ArrayList<>(endStopped());
    CaptureTimeline timeline =
        known == null
            ? new CaptureTimeline(session.camera(), session.captureSession(), rules)
            : known;
    timelines.put(session, timeline);
    int facesBefore = timeline.faces();
    long droppedBefore = timeline.dropped();
    events.addAll(timeline.add(prediction, activeMillis));
    dropped += timeline.dropped() - droppedBefore;
    followed += timeline.faces() - facesBefore + (known == null ? 1 : 0);
    while (followed > MOST_FOLLOWED) {
      events.addAll(endEldest());
    }
    return events;
  }

  private List<FaceEvent> endStopped() {
    List<FaceEvent> events = new ArrayList<>();
    while (!timelines.isEmpty()
        && eldest().activeMillis() < activeMillis - STOPPED_AFTER.toMillis()) {
      events.addAll(endEldest());
    }
    return events;
  }

  /** Nothing comes any more: ends everything that is open. */
  List<FaceEvent> end() {
    List<FaceEvent> events = new ArrayList<>();
    while (!timelines.isEmpty()) {
      events.addAll(endEldest());
    }
    return events;
  }

  /** Ends the session that was seen least lately, where there are too many. */
  List<FaceEvent> endEldest() {
    Iterator<CaptureTimeline> each = timelines.values().iterator();
    CaptureTimeline eldest = each.next();
    each.remove();
    followed -= 1 + eldest.faces();
    return eldest.end();
  }

  boolean isEmpty() {
    return timelines.isEmpty();
  }

  /** How many predictions came too late or twice, since the start of the process. */
  long dropped() {
    return dropped;
  }

  private CaptureTimeline eldest() {
    return timelines.values().iterator().next();
  }
}
