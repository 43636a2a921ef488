package io.gazeshift.targets.event;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds fixations by dispersion (I-DT, Salvucci and Goldberg 2000), measured as the distance from
 * the centroid, with a bound that follows the noise of the face.
 *
 * <p>At 10 to 30 frames a second a saccade falls between two frames, so its velocity is not seen,
 * and the velocity that is seen is noise divided by a short time: methods by velocity need the
 * frequency of an eye tracker. A single frame outside the bound is noise; two in a row end the
 * fixation.
 */
final class FixationDetector {

  /**
   * Standard deviations of the noise along each axis; 1 percent of a fixation's frames is beyond.
   */
  private static final double BOUND_PER_SIGMA = 3;

  private static final int OUTSIDE_TO_END = 2;

  /** A fixation bridges a blink, but no longer gap. */
  private static final long LONGEST_GAP_MICROS = 300_000;

  private final long leastMicros;
  private final double leastDispersionRad;
  private final NoiseLevel noise = new NoiseLevel();

  /** Frames that are near each other, but not for long enough. */
  private final Deque<GazeSample> candidates = new ArrayDeque<>();

  /** The last frames, outside the fixation. */
  private final List<GazeSample> outside = new ArrayList<>();

  /** Empty while there is none. */
  private Centroid fixation = new Centroid();

  private @Nullable GazeSample last;

  FixationDetector(EventSettings settings) {
    this.leastMicros = EventSettings.micros(settings.leastFixation());
    this.leastDispersionRad = settings.leastDispersionRad();
  }

  /** Takes a frame with open eyes; answers the fixation that it ends. */
  Optional<GazeEvent> add(GazeSample sample) {
    Optional<GazeEvent> ended = Optional.empty();
    if (last != null) {
      if (sample.captureMicros() - last.captureMicros() > LONGEST_GAP_MICROS) {
        ended = end();
      } else {
        noise.add(last.gaze(), sample.gaze());
      }
    }
    last = sample;
    if (fixation.isEmpty()) {
      gather(sample);
    } else if (isNear(fixation, sample)) {
      fixation.add(sample);
      outside.clear();
    } else {
      outside.add(sample);
      if (outside.size() == OUTSIDE_TO_END) {
        List<GazeSample> next = List.copyOf(outside);
        ended = end();
        last = sample;
        next.forEach(this::gather);
      }
    }
    return ended;
  }

  /** Ends a fixation because no frames follow. */
  Optional<GazeEvent> end() {
    Optional<GazeEvent> ended =
        fixation.isEmpty() ? Optional.empty() : Optional.of(fixation.toFixation());
    fixation = new Centroid();
    outside.clear();
    candidates.clear();
    last = null;
    return ended;
  }

  /** Keeps the longest tail of frames that are near their centroid. */
  private void gather(GazeSample sample) {
    candidates.add(sample);
    Centroid centroid = Centroid.of(candidates);
    while (!areNear(centroid, candidates)) {
      candidates.removeFirst();
      centroid = Centroid.of(candidates);
    }
    if (centroid.durationMicros() >= leastMicros) {
      fixation = centroid;
      candidates.clear();
    }
  }

  private boolean areNear(Centroid centroid, Collection<GazeSample> samples) {
    return samples.stream().allMatch(sample -> isNear(centroid, sample));
  }

  private boolean isNear(Centroid centroid, GazeSample sample) {
    double boundRad = Math.max(leastDispersionRad, BOUND_PER_SIGMA * noise.sigmaRad());
    return centroid.angleToRad(sample.gaze()) <= boundRad;
  }

  void write(DataOutput out) throws IOException {
    noise.write(out);
    fixation.write(out);
    Samples.write(out, candidates);
    Samples.write(out, outside);
    Samples.write(out, last == null ? List.of() : List.of(last));
  }

  void read(DataInput in, boolean hasDriving) throws IOException {
    noise.read(in);
    fixation.read(in);
    candidates.addAll(Samples.read(in, hasDriving));
    outside.addAll(Samples.read(in, hasDriving));
    last = Samples.read(in, hasDriving).stream().findFirst().orElse(null);
  }
}
