package io.gazeshift.ingest.source.device;

import static org.opencv.videoio.VideoWriter.fourcc;

import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.FrameSizeChangedException;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.Optics;
import io.gazeshift.ingest.source.SourceAddress;
import io.gazeshift.ingest.source.Tick;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.opencv.core.Mat;
import org.opencv.videoio.VideoCapture;
import org.opencv.videoio.Videoio;

/**
 * A camera of this machine, by OpenCV's Video4Linux backend. Frames are stamped as they are taken
 * from the driver. Reads only on demand: to get the freshest frame, read it from a thread of its
 * own.
 */
public final class DeviceSource implements FrameSource {

  private final VideoCapture capture;
  private final CameraIntrinsics intrinsics;
  private final CaptureClock clock;
  private long frameSeq;

  private DeviceSource(VideoCapture capture, CameraIntrinsics intrinsics, CaptureClock clock) {
    this.capture = capture;
    this.intrinsics = intrinsics;
    this.clock = clock;
  }

  /** Opens the device, asking it for this size, format and rate; it may answer with others. */
  public static DeviceSource open(
      SourceAddress.Device device, double fps, Optics optics, CaptureClock clock)
      throws IOException {
    OpenCv.load();
    check(device.path());
    VideoCapture capture = new VideoCapture();
    try {
      if (!capture.open(device.path().toString(), Videoio.CAP_V4L2)) {
        throw new IOException(
            "cannot open %s; check that it is a camera and that no other program is using it"
                .formatted(device.path()));
      }
      ask(capture, device, fps);
      int width = (int) capture.get(Videoio.CAP_PROP_FRAME_WIDTH);
      int height = (int) capture.get(Videoio.CAP_PROP_FRAME_HEIGHT);
      return new DeviceSource(capture, optics.at(width, height), clock);
    } catch (IOException | RuntimeException e) {
      capture.release();
      throw e;
    }
  }

  /** The format first: it decides which sizes and rates there are. */
  private static void ask(VideoCapture capture, SourceAddress.Device device, double fps) {
    device
        .fourcc()
        .map(name -> fourcc(name.charAt(0), name.charAt(1), name.charAt(2), name.charAt(3)))
        .ifPresent(format -> capture.set(Videoio.CAP_PROP_FOURCC, format));
    device.width().ifPresent(width -> capture.set(Videoio.CAP_PROP_FRAME_WIDTH, width));
    device.height().ifPresent(height -> capture.set(Videoio.CAP_PROP_FRAME_HEIGHT, height));
    capture.set(Videoio.CAP_PROP_FPS, fps);
  }

  private static void check(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new IOException(
          ("%s does not exist; check that the camera is plugged in, and that the device"
                  + " is passed to the container")
              .formatted(path));
    }
    if (!Files.isReadable(path) || !Files.isWritable(path)) {
      throw new IOException(
          "no permission to use %s as user %s; add the user to the group 'video'"
              .formatted(path, System.getProperty("user.name")));
    }
  }

  @Override
  public CameraIntrinsics intrinsics() {
    return intrinsics;
  }

  @Override
  public boolean read(CameraFrame into) throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (!capture.grab()) {
      throw new IOException("delivers no more frames; check that it is still plugged in");
    }
    long captureMicros = clock.epochMicros();
    Mat bgr = into.bgr();
    if (!capture.retrieve(bgr)) {
      throw new IOException("delivers frames that cannot be decoded; try another format=...");
    }
    if (bgr.cols() != intrinsics.width() || bgr.rows() != intrinsics.height()) {
      throw new FrameSizeChangedException(intrinsics, bgr.cols(), bgr.rows());
    }
    into.stamp(new Tick(frameSeq++, captureMicros));
    return true;
  }

  @Override
  public void close() {
    capture.release();
  }
}
