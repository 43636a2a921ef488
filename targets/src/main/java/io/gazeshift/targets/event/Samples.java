package io.gazeshift.targets.event;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Stores frames. */
final class Samples {

  private Samples() {}

  static void write(DataOutput out, Collection<GazeSample> samples) throws IOException {
    out.writeInt(samples.size());
    for (GazeSample sample : samples) {
      sample.write(out);
    }
  }

  static List<GazeSample> read(DataInput in, boolean hasDriving) throws IOException {
    List<GazeSample> samples = new ArrayList<>();
    for (int i = in.readInt(); i > 0; i--) {
      samples.add(GazeSample.read(in, hasDriving));
    }
    return samples;
  }
}
