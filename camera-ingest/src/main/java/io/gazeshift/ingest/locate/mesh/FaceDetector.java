package io.gazeshift.ingest.locate.mesh;

import java.util.List;
import org.opencv.core.Mat;

/** Finds the faces of a picture from nothing. Holds native memory; used by one thread. */
interface FaceDetector extends AutoCloseable {

  /** Each face once, in no particular order. */
  List<Detection> detect(Mat bgr);

  @Override
  void close();
}
