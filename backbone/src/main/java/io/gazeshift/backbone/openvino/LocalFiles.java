package io.gazeshift.backbone.openvino;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files in a local directory, for machines without a network. */
record LocalFiles(Path directory) implements FileSource {

  @Override
  public byte[] content(PinnedFile wanted) throws IOException {
    Path file = directory.resolve(wanted.name());
    if (!Files.isRegularFile(file)) {
      throw new UserError(
          "--from: %s does not contain %s; download it from %s"
              .formatted(directory, wanted.name(), HttpFiles.openModelZoo().address(wanted)));
    }
    return Files.readAllBytes(file);
  }

  @Override
  public String address(PinnedFile wanted) {
    return directory.resolve(wanted.name()).toString();
  }
}
