package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.imgcodecs.Imgcodecs;

/**
 * A patch as it would stand in a record, and the truth about it. The gaze is in normalised axes.
 * The array is the caller's to keep and not to change.
 */
@SuppressWarnings("ArrayRecordComponent") // Made by the thousand and never compared.
public record LabelledPatch(
    byte[] jpeg, Gaze normalisedGaze, Rotation cameraToVirtual, HeadPose pose) {

  /** The pixels after the JPEG, blue green red, row by row. */
  public byte[] decodeBgr() {
    MatOfByte file = new MatOfByte(jpeg);
    try {
      Mat image = Imgcodecs.imdecode(file, Imgcodecs.IMREAD_COLOR);
      try {
        byte[] pixels = new byte[(int) (image.total() * image.elemSize())];
        image.get(0, 0, pixels);
        return pixels;
      } finally {
        image.release();
      }
    } finally {
      file.release();
    }
  }
}
