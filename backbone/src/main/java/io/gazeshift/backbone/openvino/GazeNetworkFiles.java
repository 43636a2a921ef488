package io.gazeshift.backbone.openvino;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directory of the gaze network's two files. Asking for them never downloads anything. */
public record GazeNetworkFiles(Path directory) {

  /** What a person types to get the files. */
  public static final String FETCH_COMMAND = "gazeshift models fetch --gaze intel";

  /**
   * The network, from files whose content was checked.
   *
   * @throws UserError if one is absent, cannot be read or has another content
   */
  public GazeNetwork read() {
    return GazeNetwork.of(
        content(GazeNetworkFile.LAYERS),
        content(GazeNetworkFile.WEIGHTS),
        path(GazeNetworkFile.LAYERS).toString());
  }

  /** Whether {@link #read} would answer. */
  public boolean areComplete() {
    for (GazeNetworkFile file : GazeNetworkFile.values()) {
      if (!has(file)) {
        return false;
      }
    }
    return true;
  }

  boolean has(GazeNetworkFile file) {
    return Files.isRegularFile(path(file)) && file.matches(bytes(path(file)));
  }

  Path path(GazeNetworkFile file) {
    return directory.resolve(file.fileName());
  }

  private byte[] content(GazeNetworkFile file) {
    if (!Files.isRegularFile(path(file))) {
      throw new UserError(
          "%s does not contain %s; run '%s'".formatted(directory, file.fileName(), FETCH_COMMAND));
    }
    byte[] content = bytes(path(file));
    file.check(content, path(file).toString(), "run '%s' to replace it".formatted(FETCH_COMMAND));
    return content;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UserError("cannot read %s; check its permissions".formatted(file), e);
    }
  }
}
