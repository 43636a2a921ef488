package io.gazeshift.outputs.lsl;

import com.sun.jna.Pointer;
import io.gazeshift.common.Micros;
import io.gazeshift.common.UserError;
import io.gazeshift.outputs.feed.EventPosition;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.feed.FeedReader;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One outlet for each face of each camera, and one for the events of each camera, made when they
 * are first seen. Samples carry the time of capture, on LSL's clock; a camera of another machine
 * needs a clock that is synchronised with this one's. Thread-safe.
 */
public final class LslOutlets implements FeedReader, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LslOutlets.class);

  /** More faces than a room has; face numbers and cameras come from records. */
  private static final int MOST_OUTLETS = 64;

  private static final int SECONDS_BUFFERED = 360;
  private static final double MICROS_PER_SECOND = 1e6;

  private final Liblsl lsl;
  private final FeedFilter filter;
  private final InstantSource clock;

  /** By source id. */
  private final Map<String, Pointer> outlets = new HashMap<>();

  private Optional<String> problem = Optional.empty();
  private boolean full;
  private boolean closed;

  private LslOutlets(Liblsl lsl, FeedFilter filter, InstantSource clock) {
    this.lsl = lsl;
    this.filter = filter;
    this.clock = clock;
  }

  /**
   * No outlets yet.
   *
   * @param library the file of liblsl; empty: the system's
   * @throws UserError if it cannot be loaded
   */
  public static LslOutlets open(Optional<Path> library, FeedFilter filter) {
    Liblsl lsl = Liblsl.load(library);
    int version = lsl.lsl_library_version();
    log.info("liblsl {}.{}", version / 100, version % 100);
    return new LslOutlets(lsl, filter, InstantSource.system());
  }

  @Override
  public void opened(EventPosition now) {
    log.info("waiting for predictions");
  }

  @Override
  public synchronized void accept(List<FeedMessage> messages) {
    for (FeedMessage message : messages) {
      if (!closed && filter.takes(message)) {
        message.prediction().ifPresent(this::push);
        message.event().ifPresent(this::push);
      }
    }
  }

  @Override
  public synchronized void refused(String reason) {
    problem = Optional.of(reason);
  }

  /** Why there will be no samples, if so. */
  public synchronized Optional<String> problem() {
    return problem;
  }

  private void push(GazePrediction prediction) {
    FaceIdentity identity = prediction.getIdentity();
    StreamSpec spec =
        StreamSpec.ofFace(identity.getDomain(), identity.getCamera(), identity.getFaceIndex());
    outlet(spec)
        .ifPresent(
            outlet ->
                lsl.lsl_push_sample_dtp(
                    outlet,
                    GazeChannels.sample(prediction),
                    lslTime(identity.getCaptureMicros()),
                    1));
  }

  private void push(FaceEvent event) {
    outlet(StreamSpec.ofEvents(event.getDomain(), event.getCamera()))
        .ifPresent(
            outlet -> {
              for (EventMarker marker : EventMarker.of(event)) {
                lsl.lsl_push_sample_strtp(
                    outlet, new String[] {marker.text()}, lslTime(marker.micros()), 1);
              }
            });
  }

  /** From capture time to LSL's clock. */
  private double lslTime(long captureMicros) {
    double secondsAgo = (Micros.of(clock.instant()) - captureMicros) / MICROS_PER_SECOND;
    return lsl.lsl_local_clock() - secondsAgo;
  }

  /** Opens it, if there is room. */
  private Optional<Pointer> outlet(StreamSpec spec) {
    Pointer known = outlets.get(spec.sourceId());
    if (known != null) {
      return Optional.of(known);
    }
    if (outlets.size() == MOST_OUTLETS) {
      if (!full) {
        log.warn("no stream '{}': there are {} already", spec.name(), MOST_OUTLETS);
      }
      full = true;
      return Optional.empty();
    }
    Pointer opened = open(spec);
    if (opened == null) {
      problem = Optional.of("liblsl cannot open '%s'; is there a network?".formatted(spec.name()));
      return Optional.empty();
    }
    outlets.put(spec.sourceId(), opened);
    log.info("stream '{}'", spec.name());
    return Optional.of(opened);
  }

  private @Nullable Pointer open(StreamSpec spec) {
    Pointer info =
        lsl.lsl_create_streaminfo(
            spec.name(),
            spec.type(),
            spec.channels().size(),
            Liblsl.IRREGULAR,
            spec.format(),
            spec.sourceId());
    if (info == null) {
      return null;
    }
    try {
      describe(lsl.lsl_get_desc(info), spec);
      return lsl.lsl_create_outlet(info, 0, SECONDS_BUFFERED);
    } finally {
      lsl.lsl_destroy_streaminfo(info);
    }
  }

  private void describe(Pointer description, StreamSpec spec) {
    lsl.lsl_append_child_value(description, "manufacturer", "Gazeshift");
    lsl.lsl_append_child_value(description, "domain", spec.domain());
    Pointer channels = lsl.lsl_append_child(description, "channels");
    for (GazeChannels.Channel each : spec.channels()) {
      Pointer channel = lsl.lsl_append_child(channels, "channel");
      lsl.lsl_append_child_value(channel, "label", each.label());
      lsl.lsl_append_child_value(channel, "type", each.type());
      if (spec.format() == Liblsl.DOUBLES) {
        lsl.lsl_append_child_value(channel, "eye", "both");
        lsl.lsl_append_child_value(channel, "unit", each.unit());
        lsl.lsl_append_child_value(channel, "coordinate_system", "camera-space");
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    outlets.values().forEach(lsl::lsl_destroy_outlet);
    outlets.clear();
  }
}
