package io.gazeshift.ingest.facemodels;

import io.gazeshift.common.Sha256;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory of the face models, filled by {@code gazeshift models fetch} or by hand. Nothing is
 * ever downloaded by asking for a model.
 */
public record FaceModels(Path directory) {

  /** What a person types to get the models. */
  public static final String FETCH_COMMAND = "gazeshift models fetch";

  /**
   * The content of a model, checked.
   *
   * @throws UserError if it is absent, cannot be read or is another file of that name
   */
  public byte[] read(FaceModel model) {
    Path file = file(model);
    if (!Files.exists(file)) {
      throw new UserError(
          "faces.models: %s does not contain %s; run '%s'"
              .formatted(directory, model.fileName(), FETCH_COMMAND));
    }
    byte[] content = content(file);
    String found = Sha256.hex(content);
    if (!found.equals(model.sha256())) {
      throw new UserError(
          ("faces.models: %s has the wrong content: its SHA-256 is %s, expected %s; run"
                  + " '%s' to replace it")
              .formatted(file, found, model.sha256(), FETCH_COMMAND));
    }
    return content;
  }

  /** Whether a file of that name is there; {@link #read} says whether it is the right one. */
  public boolean isPresent(FaceModel model) {
    return Files.exists(file(model));
  }

  /** Whether {@link #read} would answer. */
  boolean has(FaceModel model) {
    return Files.isRegularFile(file(model))
        && Sha256.hex(content(file(model))).equals(model.sha256());
  }

  Path file(FaceModel model) {
    return directory.resolve(model.fileName());
  }

  private static byte[] content(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UserError("faces.models: cannot read %s; check its permissions".formatted(file), e);
    }
  }
}
