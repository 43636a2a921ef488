package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.UserError;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code gazeshift try} is given, as the source of a camera. */
final class TriedSource {

  private TriedSource() {}

  /**
   * A number is a camera of this machine; a file or a folder is shown again and again; anything
   * else is an address as in the configuration.
   */
  static String of(String given) {
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
}
