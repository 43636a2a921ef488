package io.gazeshift.ingest.source.folder;

import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.Optics;
import io.gazeshift.ingest.source.Pacer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Opens a folder of images, sorted by name, where it was left the last time. Images of another size
 * end the source with a {@link io.gazeshift.ingest.source.FrameSizeChangedException}, for they have
 * other intrinsics; the next source goes on with them.
 */
public final class ImageFolder {

  private final ImageList images;
  private final Supplier<Pacer> pacers;

  /** Touches nothing yet. The camera's name is for the lines about images passed over. */
  public ImageFolder(String camera, Path folder, boolean loop, Supplier<Pacer> pacers) {
    this.images = new ImageList(camera, folder, loop);
    this.pacers = pacers;
  }

  public FrameSource open(Optics optics) throws IOException, InterruptedException {
    return FolderSource.open(images, optics, pacers.get());
  }
}
