package io.gazeshift.outputs.lsl;

import com.sun.jna.Pointer;
import io.gazeshift.common.Micros;
import io.gazeshift.common.UserError;
import io.gazeshift.outputs.feed.EventPosition;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.feed.FeedReader;
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
 * One outlet for each face of each camera, made when it is first seen. Samples carry the time of
 * capture, on LSL's clock; a camera of another machine needs a clock that is synchronised with this
 * one's. Thread-safe.
 */
public final class LslOutlets implements FeedReader, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LslOutlets.class);

  /** More faces than a room has; face numbers and cameras come from records. */
  private static final int MOST_OUTLETS = 64;

  private static final int SECONDS_BUFFERED = 360;
  private static final double MICROS_PER_SECOND = 1e6;

  private record Face(String camera, int index) {}

  private final Liblsl lsl;
  private final FeedFilter filter;
  private final InstantSource clock;
  private final Map<Face, Pointer> outlets = new HashMap<>();
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
    Face face = new Face(identity.getCamera(), identity.getFaceIndex());
    Pointer outlet = outlets.get(face);
    if (outlet == null) {
      if (outlets.size() == MOST_OUTLETS) {
        if (!full) {
          log.warn("no outlet for {}: there are {} already", face, MOST_OUTLETS);
        }
        full = true;
        return;
      }
      outlet = outlet(face, identity.getDomain());
      if (outlet == null) {
        problem = Optional.of("liblsl cannot open '%s'; is there a network?".formatted(name(face)));
        return;
      }
      outlets.put(face, outlet);
      log.info("stream '{}'", name(face));
    }
    double secondsAgo =
        (Micros.of(clock.instant()) - identity.getCaptureMicros()) / MICROS_PER_SECOND;
    lsl.lsl_push_sample_dtp(
        outlet, GazeChannels.sample(prediction), lsl.lsl_local_clock() - secondsAgo, 1);
  }

  private static String name(Face face) {
    return "gazeshift %s %d".formatted(face.camera(), face.index());
  }

  private @Nullable Pointer outlet(Face face, String domain) {
    Pointer info =
        lsl.lsl_create_streaminfo(
            name(face),
            "Gaze",
            GazeChannels.ALL.size(),
            Liblsl.IRREGULAR,
            Liblsl.DOUBLES,
            // The same after a restart, so that readers find it again.
            "gazeshift:%s:%d".formatted(face.camera(), face.index()));
    if (info == null) {
      return null;
    }
    try {
      describe(lsl.lsl_get_desc(info), domain);
      return lsl.lsl_create_outlet(info, 0, SECONDS_BUFFERED);
    } finally {
      lsl.lsl_destroy_streaminfo(info);
    }
  }

  private void describe(Pointer description, String domain) {
    lsl.lsl_append_child_value(description, "manufacturer", "Gazeshift");
    lsl.lsl_append_child_value(description, "domain", domain);
    Pointer channels = lsl.lsl_append_child(description, "channels");
    for (GazeChannels.Channel each : GazeChannels.ALL) {
      Pointer channel = lsl.lsl_append_child(channels, "channel");
      lsl.lsl_append_child_value(channel, "label", each.label());
      lsl.lsl_append_child_value(channel, "eye", "both");
      lsl.lsl_append_child_value(channel, "type", each.type());
      lsl.lsl_append_child_value(channel, "unit", each.unit());
      lsl.lsl_append_child_value(channel, "coordinate_system", "camera-space");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    outlets.values().forEach(lsl::lsl_destroy_outlet);
    outlets.clear();
  }
}
