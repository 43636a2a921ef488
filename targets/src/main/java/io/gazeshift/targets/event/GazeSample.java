package io.gazeshift.targets.event;

import io.gazeshift.protocol.Gaze;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * One frame of one face.
 *
 * @param gaze in the camera's axes
 * @param eyeOpenness 0 closed to 1 open, as face quality has it
 * @param target what is looked at most probably; {@link
 *     io.gazeshift.targets.shape.Target#ELSEWHERE} for no target
 * @param driving empty if the face is no driver's
 */
public record GazeSample(
    long captureMicros, Gaze gaze, double eyeOpenness, String target, Optional<Driving> driving) {

  /** Of a face that is no driver's. */
  public GazeSample(long captureMicros, Gaze gaze, double eyeOpenness, String target) {
    this(captureMicros, gaze, eyeOpenness, target, Optional.empty());
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(captureMicros);
    out.writeDouble(gaze.pitchRad());
    out.writeDouble(gaze.yawRad());
    out.writeDouble(eyeOpenness);
    out.writeUTF(target);
    out.writeBoolean(driving.isPresent());
    if (driving.isPresent()) {
      driving.get().write(out);
    }
  }

  /**
   * @param hasDriving whether it was written by a program that knew of drivers
   */
  static GazeSample read(DataInput in, boolean hasDriving) throws IOException {
    return new GazeSample(
        in.readLong(),
        new Gaze(in.readDouble(), in.readDouble()),
        in.readDouble(),
        in.readUTF(),
        hasDriving && in.readBoolean() ? Optional.of(Driving.read(in)) : Optional.empty());
  }
}
