package io.gazeshift.inference.person;

import io.gazeshift.protocol.v1.GazeAngles;

/** A number for each axis, in radians. */
public record PitchYaw(double pitch, double yaw) {

  GazeAngles toMessage() {
    return GazeAngles.newBuilder().setPitch(pitch).setYaw(yaw).build();
  }
}
