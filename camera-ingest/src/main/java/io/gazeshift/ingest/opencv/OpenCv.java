package io.gazeshift.ingest.opencv;

import io.gazeshift.common.UserError;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.opencv.opencv_java;
import org.opencv.core.Core;

/**
 * The native side of OpenCV. Call {@link #load()} before the first {@code org.opencv} class is
 * touched.
 */
public final class OpenCv {

  /** The first two parts of the version, as they stand in the libraries' names. */
  private static final String SONAME_VERSION = "413";

  /**
   * Each after those it needs. The packaged loader would also load highgui, which wants a desktop's
   * GTK; a camera box has none, and nothing here opens a window.
   */
  private static final List<String> LIBRARIES =
      List.of(
          "core",
          "flann",
          "imgproc",
          "ml",
          "photo",
          "plot",
          "imgcodecs",
          "phase_unwrapping",
          "features2d",
          "dnn",
          "dnn_superres",
          "videoio",
          "saliency",
          "img_hash",
          "calib3d",
          "video",
          "text",
          "objdetect",
          "xphoto",
          "structured_light",
          "wechat_qrcode",
          "shape",
          "ximgproc",
          "xfeatures2d",
          "bgsegm",
          "bioinspired",
          "aruco",
          "face",
          "tracking");

  private OpenCv() {}

  /** Loads the libraries once for the process; later calls return at once, or fail as the first. */
  public static void load() {
    if (Once.PROBLEM != null) {
      throw new UserError(Once.PROBLEM);
    }
  }

  /** OpenCV's own version, such as {@code 4.13.0}. */
  public static String version() {
    load();
    return Core.getVersionString();
  }

  static void load(String platform) {
    try {
      Loader.load(org.bytedeco.openblas.global.openblas.class);
      for (String library : LIBRARIES) {
        load(platform, "libopencv_" + library + ".so." + SONAME_VERSION);
      }
      load(platform, "libopencv_java.so");
    } catch (IOException | UnsatisfiedLinkError e) {
      throw new UserError(
          "cannot load OpenCV's native libraries for %s: %s".formatted(platform, e.getMessage()),
          e);
    }
    // Every camera has a thread of its own: OpenCV's pool would only have them fight for cores.
    Core.setNumThreads(1);
  }

  private static void load(String platform, String fileName) throws IOException {
    File file =
        Loader.cacheResource(
            opencv_java.class, "/org/bytedeco/opencv/%s/%s".formatted(platform, fileName));
    if (file == null) {
      throw new UserError(
          "OpenCV's native libraries for %s are missing (%s); build with -Dnative.platform=%s"
              .formatted(platform, fileName, platform));
    }
    System.load(file.getPath());
  }

  /** The class loader runs this once. */
  private static final class Once {
    static final String PROBLEM = tryLoad();

    private static String tryLoad() {
      try {
        load(Loader.getPlatform());
        return null;
      } catch (UserError e) {
        return e.getMessage();
      }
    }
  }
}
