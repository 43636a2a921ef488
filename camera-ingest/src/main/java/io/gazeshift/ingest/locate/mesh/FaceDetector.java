package io.gazeshift.ingest.locate.mesh;

import java.util.List;
import org.opencv.core.Mat;

/** Finds the faces of a picture from nothing. Holds native memory; used by one thread at a time. */
interface FaceDetector extends AutoCloseable {

  /** Each face once, in no particular order. Best given pictures of one size. */
  List<Detection> detect(Mat bgr);

  @Override
  void close();
}
