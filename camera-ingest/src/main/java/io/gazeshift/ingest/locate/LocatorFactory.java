package io.gazeshift.ingest.locate;

import io.gazeshift.ingest.source.CameraIntrinsics;
import java.io.IOException;

/** Makes the locator of one opened camera, on the thread that will use and close it. */
public interface LocatorFactory {

  FaceLocator open(CameraIntrinsics camera) throws IOException;
}
