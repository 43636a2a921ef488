package io.gazeshift.backbone.simulation;

import io.gazeshift.ingest.locate.RigidFace;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Faces of simulated people, one person after another, each with the same number of faces. Equal
 * seeds give equal faces. Not thread-safe; the caller closes it.
 */
public final class SimulatedFaces implements AutoCloseable {

  private final RigidFace average;
  private final int facesPerPerson;
  private final SplittableRandom random;
  private final SimulatedCamera camera;
  private SimulatedPerson current;
  private long drawn;

  /**
   * Faces in front of one camera.
   *
   * @param average what the camera's process takes every head for
   */
  public SimulatedFaces(RigidFace average, int facesPerPerson, long seed) {
    if (facesPerPerson < 1) {
      throw new IllegalArgumentException(
          "a person needs at least 1 face, got %d".formatted(facesPerPerson));
    }
    this.average = average;
    this.facesPerPerson = facesPerPerson;
    this.random = new SplittableRandom(seed);
    this.current = new SimulatedPerson(average, random.split());
    this.camera = new SimulatedCamera(average);
  }

  public SimulatedFace next() {
    if (drawn > 0 && drawn % facesPerPerson == 0) {
      current = new SimulatedPerson(average, random.split());
    }
    drawn++;
    Optional<SimulatedFace> seen;
    do {
      seen = camera.see(current, SimulatedView.draw(random), random);
    } while (seen.isEmpty());
    return seen.get();
  }

  /** Whom the last face belongs to, counted from 0. */
  public long person() {
    return (drawn - 1) / facesPerPerson;
  }

  @Override
  public void close() {
    camera.close();
  }
}
