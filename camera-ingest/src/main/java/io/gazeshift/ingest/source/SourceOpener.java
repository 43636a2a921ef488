package io.gazeshift.ingest.source;

import java.io.IOException;

/**
 * Opens a source, again and again if need be, on the thread that will read it. An {@link
 * IOException} means that it may work later.
 */
public interface SourceOpener {

  FrameSource open() throws IOException, InterruptedException;
}
