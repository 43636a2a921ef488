package io.gazeshift.targets.event;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What is known of a frame of a driver, beside where the eyes look.
 *
 * @param speedKmh how fast the vehicle goes, or what is assumed
 * @param gazeKnown whether the frame tells if the eyes are on the road
 */
public record Driving(double speedKmh, boolean gazeKnown) {

  void write(DataOutput out) throws IOException {
    out.writeDouble(speedKmh);
    out.writeBoolean(gazeKnown);
  }

  static Driving read(DataInput in) throws IOException {
    return new Driving(in.readDouble(), in.readBoolean());
  }
}
