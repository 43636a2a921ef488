package io.gazeshift.ingest;

import java.io.IOException;

/**
 * Opens one configured camera, again and again if need be, on the thread that will read it. An
 * {@link IOException} means that it may work later.
 */
public interface CameraOpener {

  OpenCamera open() throws IOException, InterruptedException;
}
