package io.gazeshift.inference.events;

import com.google.protobuf.ByteString;
import io.gazeshift.inference.targets.PredictedSample;
import io.gazeshift.protocol.v1.EventState;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.targets.event.FaceEvents;
import io.gazeshift.targets.event.GazeEvent;
import io.gazeshift.targets.event.GazeSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The faces of one capture session of one camera, which have one clock. A frame of any of them
 * tells how far time has come for all. Not thread-safe.
 */
final class CaptureTimeline {

  private static final Logger log = LoggerFactory.getLogger(CaptureTimeline.class);

  /**
   * Frames are not late by so much: the clock of the camera was set back. Where frames are numbered
   * less tells it.
   */
  private static final long SET_BACK_MICROS = 10_000_000;

  private final EventRules rules;
  private final String camera;
  private final long captureSession;
  private final Map<Integer, FaceEvents> faces = new TreeMap<>();
  private String domain = "";
  private long newestMicros = Long.MIN_VALUE;
  private long newestSeq;
  private long firstSeq;
  private long activeMillis;
  private long dropped;

  CaptureTimeline(String camera, long captureSession, EventRules rules) {
    this.camera = camera;
    this.captureSession = captureSession;
    this.rules = rules;
  }

  static CaptureTimeline from(EventState.Timeline state, EventRules rules) {
    CaptureTimeline timeline =
        new CaptureTimeline(state.getCamera(), state.getCaptureSession(), rules);
    timeline.domain = state.getDomain();
    timeline.newestMicros = state.getNewestMicros();
    timeline.newestSeq = state.getNewestSeq();
    timeline.firstSeq = state.getFirstSeq();
    timeline.activeMillis = state.getActiveMillis();
    for (EventState.Face face : state.getFacesList()) {
      try {
        timeline.faces.put(
            face.getFaceIndex(),
            FaceEvents.restore(
                face.getState().toByteArray(),
                rules.settings(),
                rules.drivers().rules(state.getDomain())));
      } catch (IllegalArgumentException e) {
        log.warn(
            "camera {}, face {}: its events begin anew: {}",
            state.getCamera(),
            face.getFaceIndex(),
            e.getMessage());
      }
    }
    return timeline;
  }

  EventState.Timeline state() {
    EventState.Timeline.Builder state =
        EventState.Timeline.newBuilder()
            .setCamera(camera)
            .setCaptureSession(captureSession)
            .setDomain(domain)
            .setNewestMicros(newestMicros)
            .setNewestSeq(newestSeq)
            .setFirstSeq(firstSeq)
            .setActiveMillis(activeMillis);
    faces.forEach(
        (index, face) ->
            state.addFaces(
                EventState.Face.newBuilder()
                    .setFaceIndex(index)
                    .setState(ByteString.copyFrom(face.state()))));
    return state.build();
  }

  /** Of its last prediction. */
  long activeMillis() {
    return activeMillis;
  }

  /** How many predictions came too late or twice, since the start of the process. */
  long dropped() {
    return dropped;
  }

  /** How many faces it follows. */
  int faces() {
    return faces.size();
  }

  /**
   * Takes a prediction; answers the events that are complete now.
   *
   * @param nowMillis by the clock of {@link #activeMillis}
   */
  List<FaceEvent> add(GazePrediction prediction, long nowMillis) {
    FaceIdentity identity = prediction.getIdentity();
    activeMillis = nowMillis;
    domain = identity.getDomain();
    int index = identity.getFaceIndex();
    List<FaceEvent> events = new ArrayList<>();
    if (Long.compareUnsigned(identity.getFrameSeq(), firstSeq) < 0) {
      dropped++;
      return events;
    }
    if (isSetBack(identity)) {
      events.addAll(end());
      newestMicros = Long.MIN_VALUE;
      firstSeq = identity.getFrameSeq();
    }
    if (isLate(identity) && !faces.containsKey(index)) {
      dropped++;
      return events;
    }
    FaceEvents face = faces.computeIfAbsent(index, unknown -> newFace());
    long before = face.dropped();
    addAll(index, face.add(sample(prediction)), events);
    dropped += face.dropped() - before;
    newestMicros = Math.max(newestMicros, identity.getCaptureMicros());
    if (Long.compareUnsigned(identity.getFrameSeq(), newestSeq) > 0) {
      newestSeq = identity.getFrameSeq();
    }
    advance(events);
    return events;
  }

  private FaceEvents newFace() {
    return new FaceEvents(rules.settings(), rules.drivers().rules(domain));
  }

  /** A later frame that was captured earlier, by more than frames may be late. */
  private boolean isSetBack(FaceIdentity identity) {
    boolean isLater = Long.compareUnsigned(identity.getFrameSeq(), newestSeq) > 0;
    return isLate(identity)
        && (isLater || identity.getCaptureMicros() < newestMicros - SET_BACK_MICROS);
  }

  private boolean isLate(FaceIdentity identity) {
    return newestMicros != Long.MIN_VALUE
        && identity.getCaptureMicros() <= newestMicros - micros(rules.settings().lateness());
  }

  /** Ends all that is open: nothing more is expected of this session. */
  List<FaceEvent> end() {
    List<FaceEvent> events = new ArrayList<>();
    faces.forEach((index, face) -> addAll(index, face.end(newestMicros), events));
    faces.clear();
    return events;
  }

  /** Faces that are gone, and those that have just come, follow the clock of the others. */
  private void advance(List<FaceEvent> events) {
    for (Iterator<Map.Entry<Integer, FaceEvents>> each = faces.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<Integer, FaceEvents> face = each.next();
      addAll(face.getKey(), face.getValue().advanceTo(newestMicros), events);
      if (face.getValue().isOver()) {
        each.remove();
      }
    }
  }

  private void addAll(int index, List<GazeEvent> found, List<FaceEvent> events) {
    if (found.isEmpty()) {
      return;
    }
    FaceIdentity face =
        FaceIdentity.newBuilder()
            .setCamera(camera)
            .setDomain(domain)
            .setCaptureSession(captureSession)
            .setFaceIndex(index)
            .build();
    found.forEach(event -> events.add(EventRecords.of(face, event)));
  }

  private GazeSample sample(GazePrediction prediction) {
    return PredictedSample.of(prediction, rules.drivers().of(prediction));
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }
}
