package io.gazeshift.ingest.facemodels;

import java.io.IOException;

/** Where the tarballs of packages come from. */
interface PackageSource {

  /** The bytes of a package's tarball, not yet checked. */
  byte[] tarball(ModelPackage wanted) throws IOException, InterruptedException;
}
