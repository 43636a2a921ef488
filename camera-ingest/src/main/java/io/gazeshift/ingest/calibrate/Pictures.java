package io.gazeshift.ingest.calibrate;

import java.io.IOException;
import org.opencv.core.Mat;

/** The pictures to calibrate from; may be gone through more than once, in the same order. */
public interface Pictures {

  /** Shows every picture to the visitor. */
  void forEach(Visitor visitor) throws IOException, InterruptedException;

  /** Is shown one picture after the other. */
  interface Visitor {

    /**
     * The pixels are those of the source, to be left as they are and not to be kept.
     *
     * @param name unique among the pictures
     * @param done how far the source has been gone through, 0 to 1
     */
    void visit(String name, Mat bgr, double done);
  }
}
