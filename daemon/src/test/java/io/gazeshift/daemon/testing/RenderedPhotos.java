package io.gazeshift.daemon.testing;

import io.gazeshift.daemon.predict.LensSettings;
import io.gazeshift.daemon.predict.PhotoFaces;
import io.gazeshift.ingest.CameraSources;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.Gaze;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Scalar;
import org.opencv.imgcodecs.Imgcodecs;

/**
 * Photographs of rendered people with their labels, and the locator that knows their faces: it
 * recognises a photograph by its pixels, which PNG keeps.
 */
public final class RenderedPhotos {

  public static final List<String> CAMERAS = List.of("-15", "0", "15");

  private static final int WIDTH_PX = 640;
  private static final int HEIGHT_PX = 480;
  private static final double FOCAL_PX = 640;
  private static final double OPEN = 0.8;

  private final Path folder;
  private final List<String> lines = new ArrayList<>(List.of("file,person,camera,pitch,yaw"));
  private final Map<Long, List<LocatedFace>> faces = new HashMap<>();
  private final List<Gaze> truth = new ArrayList<>();
  private int locatorsOpened;

  public RenderedPhotos(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /** Takes photographs of a person, in turn by each of the cameras. */
  public RenderedPhotos take(String person, int count) throws InterruptedException {
    SyntheticScene scene =
        SyntheticScene.STUDIO.with(
            CameraIntrinsics.pinhole("photos", WIDTH_PX, HEIGHT_PX, FOCAL_PX));
    try (SyntheticCamera camera =
            new SyntheticCamera(scene, person.hashCode(), Pacer.unpaced(1.5, 0));
        CameraFrame frame = CameraFrame.of(camera.intrinsics())) {
      for (int taken = 0; taken < count; ) {
        camera.read(frame);
        List<LocatedFace> found = camera.locator().locate(frame);
        if (found.isEmpty() || found.get(0).eyeOpenness() < OPEN) {
          continue;
        }
        String name = "%s-%d.png".formatted(person, taken);
        write(name, frame.bgr());
        faces.put(checksum(frame.bgr()), found);
        Gaze gaze = camera.truth().gaze();
        truth.add(gaze);
        lines.add(
            String.format(
                Locale.ROOT,
                "%s,%s,%s,%.6f,%.6f",
                name,
                person,
                CAMERAS.get(taken % CAMERAS.size()),
                gaze.pitchDeg(),
                gaze.yawDeg()));
        taken++;
      }
    }
    return this;
  }

  /** A photograph of an empty grey room. */
  public RenderedPhotos takeNoFace(String name, String person) {
    Mat room = new Mat(HEIGHT_PX, WIDTH_PX, CvType.CV_8UC3);
    room.setTo(new Scalar(90, 100, 110));
    write(name, room);
    faces.put(checksum(room), List.of());
    room.release();
    lines.add("%s,%s,0,0,0".formatted(name, person));
    return this;
  }

  /** Lets the locator find other faces in the photograph taken last that had this one. */
  public void replaceFaces(LocatedFace known, List<LocatedFace> others) {
    faces.replaceAll((pixels, found) -> found.contains(known) ? others : found);
  }

  /** All faces that were photographed. */
  public List<LocatedFace> located() {
    return faces.values().stream().flatMap(List::stream).toList();
  }

  /** Writes what is known of the photographs. */
  public Path writeLabels(Path csv) throws IOException {
    return Files.write(csv, lines);
  }

  /** Where people look, in the order they were photographed, in camera axes. */
  public List<Gaze> truth() {
    return List.copyOf(truth);
  }

  public Path folder() {
    return folder;
  }

  /** Horizontal, of the lens. */
  public static double fieldOfViewDegrees() {
    return 2 * Math.toDegrees(Math.atan(WIDTH_PX / (2 * FOCAL_PX)));
  }

  /** Finds the faces that were photographed. */
  public PhotoFaces photoFaces() {
    CameraSources sources =
        new CameraSources(
            intrinsics -> {
              locatorsOpened++;
              return locator();
            },
            Duration.ofSeconds(5),
            CaptureClock.system());
    return new PhotoFaces(
        IngestConfig.DEFAULT,
        new LensSettings(Optional.empty(), fieldOfViewDegrees()),
        sources::openerFor);
  }

  public int locatorsOpened() {
    return locatorsOpened;
  }

  private FaceLocator locator() {
    return frame -> {
      List<LocatedFace> found = faces.get(checksum(frame.bgr()));
      if (found == null) {
        throw new IllegalArgumentException("this photograph was not taken here");
      }
      return found;
    };
  }

  private void write(String name, Mat bgr) {
    if (!Imgcodecs.imwrite(folder.resolve(name).toString(), bgr)) {
      throw new IllegalStateException("cannot write " + name);
    }
  }

  private static long checksum(Mat bgr) {
    byte[] pixels = new byte[(int) (bgr.total() * bgr.elemSize())];
    bgr.get(0, 0, pixels);
    CRC32 sum = new CRC32();
    sum.update(pixels);
    return sum.getValue();
  }
}
