package io.gazeshift.targets.quality;

import io.gazeshift.targets.event.GazeEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What one face track is worth: how much of it has a gaze, and its fixations. Fixations, blinks and
 * the time for which the face was there are the events of the stream, so that the two agree.
 *
 * @param steady the fixations, each cut where another head took over; without the frames in which
 *     the lids move
 */
public record TrackQuality(Coverage coverage, List<SteadyGaze> steady) {

  public TrackQuality {
    steady = List.copyOf(steady);
  }

  /** Takes the frames of one track in any order; of those captured at one time, the first. */
  public static TrackQuality of(Collection<TrackFrame> frames) {
    return new Reading(frames).quality();
  }

  /** One track while it is read. */
  private static final class Reading {

    private final TreeMap<Long, TrackFrame> byTime = new TreeMap<>();
    private final FrameInterval interval;

    /** When frames with closed eyes were captured, and those in which the lids may move. */
    private final Set<Long> closed = new TreeSet<>();

    private final Set<Long> blinking = new TreeSet<>();
    private final List<SteadyGaze> steady = new ArrayList<>();
    private Coverage coverage = Coverage.NONE;
    private long foundMicros;

    Reading(Collection<TrackFrame> frames) {
      frames.forEach(frame -> byTime.putIfAbsent(frame.captureMicros(), frame));
      interval = FrameInterval.of(byTime.keySet());
    }

    TrackQuality quality() {
      List<GazeEvent> events = TrackEvents.of(byTime.values());
      // Blinks first: the others need to know which frames they leave.
      events.stream()
          .filter(GazeEvent.Blink.class::isInstance)
          .map(GazeEvent.Blink.class::cast)
          .forEach(this::take);
      for (GazeEvent event : events) {
        if (event instanceof GazeEvent.Fixation fixation) {
          take(fixation);
        } else if (event instanceof GazeEvent.FaceFound found) {
          foundMicros = found.startMicros();
        } else if (event instanceof GazeEvent.FaceLost lost) {
          coverage = coverage.plus(coverage(between(foundMicros, lost.startMicros())));
        }
      }
      return new TrackQuality(coverage, steady);
    }

    private void take(GazeEvent.Blink blink) {
      closed.addAll(between(blink.startMicros(), blink.endMicros()).keySet());
      long margin = interval.longestStepMicros();
      blinking.addAll(between(blink.startMicros() - margin, blink.endMicros() + margin).keySet());
    }

    private void take(GazeEvent.Fixation fixation) {
      Map<Long, List<TrackFrame>> byHead = new LinkedHashMap<>();
      between(fixation.startMicros(), fixation.endMicros())
          .forEach(
              (micros, frame) -> {
                if (!blinking.contains(micros)) {
                  byHead.computeIfAbsent(frame.headVersion(), head -> new ArrayList<>()).add(frame);
                }
              });
      byHead.forEach((head, frames) -> steady.add(steady(head, frames)));
    }

    private SteadyGaze steady(long head, List<TrackFrame> frames) {
      return new SteadyGaze(
          mostOften(frames),
          head,
          frames.stream()
              .map(frame -> new TimedGaze(frame.captureMicros(), frame.sample().gaze()))
              .toList(),
          interval.longestStepMicros());
    }

    /** Single frames may seem to look beside the target. */
    private static String mostOften(List<TrackFrame> frames) {
      return frames.stream()
          .collect(
              Collectors.groupingBy(
                  frame -> frame.sample().target(), TreeMap::new, Collectors.counting()))
          .entrySet()
          .stream()
          .max(Map.Entry.comparingByValue())
          .orElseThrow()
          .getKey();
    }

    /** Of the frames from when the face was found to when it was lost. */
    private Coverage coverage(NavigableMap<Long, TrackFrame> frames) {
      long first = frames.values().stream().mapToLong(TrackFrame::frameSeq).min().orElseThrow();
      long last = frames.values().stream().mapToLong(TrackFrame::frameSeq).max().orElseThrow();
      long micros = frames.lastKey() - frames.firstKey();
      // The last frame lasts as long as the others.
      double lastMicros = last > first ? (double) micros / (last - first) : interval.micros();
      return new Coverage(
          last - first + 1,
          frames.size(),
          frames.keySet().stream().filter(closed::contains).count(),
          (micros + lastMicros) / 1e6);
    }

    private NavigableMap<Long, TrackFrame> between(long fromMicros, long toMicros) {
      return byTime.subMap(fromMicros, true, toMicros, true);
    }
  }
}
