package io.gazeshift.targets.event;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The events of one face. They depend on the frames and their capture times alone, not on the clock
 * or on the order of arrival; {@link #state} and {@link #restore} carry it over a restart, so that
 * every event is found exactly once. Not thread-safe.
 */
public final class FaceEvents {

  private static final int FORMAT = 2;

  /** Without drivers; its frames are read, and those to come have them. */
  private static final int FORMAT_WITHOUT_DRIVERS = 1;

  private final long faceLostMicros;
  private final CaptureOrder order;
  private final BlinkDetector blinks = new BlinkDetector();
  private final FixationDetector fixations;
  private final GlanceDetector glances;
  private final Optional<DriverRules> rules;
  private final Optional<DriverDetector> driver;
  private final long endMicros;
  private boolean present;
  private long lastMicros;

  /** Of a face in a domain without rules for drivers. */
  public FaceEvents(EventSettings settings) {
    this(settings, Optional.empty());
  }

  /**
   * @param rules that frames of a driver are measured by
   */
  public FaceEvents(EventSettings settings, Optional<DriverRules> rules) {
    faceLostMicros = EventSettings.micros(settings.faceLostAfter());
    order = new CaptureOrder(EventSettings.micros(settings.lateness()));
    fixations = new FixationDetector(settings);
    glances = new GlanceDetector(settings);
    this.rules = rules;
    driver = rules.map(some -> new DriverDetector(some, settings));
    endMicros = faceLostMicros + EventSettings.micros(settings.lateness()) + 1;
  }

  /** Takes a frame; answers the events that are complete now, in the order in which they ended. */
  public List<GazeEvent> add(GazeSample sample) {
    order.add(sample);
    return advance();
  }

  /** Time has passed: the camera captured a frame then, with or without this face. */
  public List<GazeEvent> advanceTo(long captureMicros) {
    order.advanceTo(captureMicros);
    return advance();
  }

  /** Ends everything that is open, because no frames follow, after the last one of the camera. */
  public List<GazeEvent> end(long captureMicros) {
    return advanceTo(captureMicros + endMicros);
  }

  /** Nothing is open and no frame waits: a later frame may as well begin anew. */
  public boolean isOver() {
    return !present
        && order.isEmpty()
        && driver.map(some -> some.isOver(order.completeMicros())).orElse(true);
  }

  /** How many frames came too late or twice. */
  public long dropped() {
    return order.dropped();
  }

  private List<GazeEvent> advance() {
    List<GazeEvent> events = new ArrayList<>();
    for (GazeSample sample : order.release()) {
      loseBefore(sample.captureMicros(), events);
      take(sample, events);
    }
    loseBefore(order.completeMicros(), events);
    return events;
  }

  private void take(GazeSample sample, List<GazeEvent> events) {
    if (!present) {
      present = true;
      if (isStranger(sample.captureMicros())) {
        blinks.forget();
      } else {
        blinks.resume(sample);
      }
      events.add(new GazeEvent.FaceFound(sample.captureMicros()));
    }
    lastMicros = sample.captureMicros();
    blinks.add(sample).ifPresent(events::add);
    if (blinks.isOpen()) {
      fixations.add(sample).ifPresent(events::add);
      glances.add(sample, events);
    }
    driver.ifPresent(some -> some.add(sample, blinks, events));
  }

  /** A driver who comes back at once, perhaps with closed eyes, is the same person. */
  private boolean isStranger(long micros) {
    return driver.map(some -> some.isOver(micros)).orElse(true);
  }

  private void loseBefore(long micros, List<GazeEvent> events) {
    if (present && micros - lastMicros > faceLostMicros) {
      present = false;
      fixations.end().ifPresent(events::add);
      glances.end(events);
      blinks.end();
      events.add(new GazeEvent.FaceLost(lastMicros));
    }
  }

  /** Everything that the next events depend on. */
  public byte[] state() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(FORMAT);
      out.writeBoolean(present);
      out.writeLong(lastMicros);
      order.write(out);
      blinks.write(out);
      fixations.write(out);
      glances.write(out);
      // With its rules: other ones would make something else of it.
      out.writeUTF(rules.map(DriverRules::fingerprint).orElse(""));
      if (driver.isPresent()) {
        driver.get().write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Goes on from a stored state, without rules for drivers. */
  public static FaceEvents restore(byte[] state, EventSettings settings) {
    return restore(state, settings, Optional.empty());
  }

  /**
   * Goes on from a stored state. What was known of a driver by other rules begins anew.
   *
   * @throws IllegalArgumentException if it is not one, or of another format
   */
  public static FaceEvents restore(
      byte[] state, EventSettings settings, Optional<DriverRules> rules) {
    FaceEvents events = new FaceEvents(settings, rules);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
      int format = in.readByte();
      if (format != FORMAT && format != FORMAT_WITHOUT_DRIVERS) {
        throw new IllegalArgumentException(
            "the state of a face's events has format %d, this program reads %d; rebuild it from the predictions"
                .formatted(format, FORMAT));
      }
      events.present = in.readBoolean();
      events.lastMicros = in.readLong();
      boolean hasDriving = format == FORMAT;
      events.order.read(in, hasDriving);
      events.blinks.read(in);
      events.fixations.read(in, hasDriving);
      events.glances.read(in);
      if (hasDriving && !events.readDriver(in)) {
        return events;
      }
      if (in.available() > 0) {
        throw new IllegalArgumentException(
            "the state of a face's events has %d bytes too many; rebuild it from the predictions"
                .formatted(in.available()));
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the state of a face's events is cut short; rebuild it from the predictions", e);
    }
    return events;
  }

  /** Answers whether it was by these rules; if not, what follows cannot be read. */
  private boolean readDriver(DataInputStream in) throws IOException {
    boolean same = in.readUTF().equals(rules.map(DriverRules::fingerprint).orElse(""));
    if (same && driver.isPresent()) {
      driver.get().read(in);
    }
    return same;
  }
}
