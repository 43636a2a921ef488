package io.gazeshift.targets.event;

import io.gazeshift.protocol.Gaze;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One frame of one face.
 *
 * @param gaze in the camera's axes
 * @param eyeOpenness 0 closed to 1 open, as face quality has it
 * @param target what is looked at most probably; {@link
 *     io.gazeshift.targets.shape.Target#ELSEWHERE} for no target
 */
public record GazeSample(long captureMicros, Gaze gaze, double eyeOpenness, String target) {

  void write(DataOutput out) throws IOException {
    out.writeLong(captureMicros);
    out.writeDouble(gaze.pitchRad());
    out.writeDouble(gaze.yawRad());
    out.writeDouble(eyeOpenness);
    out.writeUTF(target);
  }

  static GazeSample read(DataInput in) throws IOException {
    return new GazeSample(
        in.readLong(), new Gaze(in.readDouble(), in.readDouble()), in.readDouble(), in.readUTF());
  }
}
