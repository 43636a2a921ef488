package io.gazeshift.backbone.openvino;

import io.gazeshift.ingest.facemodels.PlacedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/**
 * Brings the gaze network's files into a directory. All of them are checked before any is put in
 * place, and a file is put in place in one step, so that a reader never sees half of one.
 */
public final class GazeNetworkFetch {

  private static final String REMEDY =
      "it was damaged in transit or tampered with. Nothing was written; try again, or pass a"
          + " directory that holds the right file with --from";

  private final FileSource source;
  private final List<PinnedFile> files;

  GazeNetworkFetch(FileSource source, List<PinnedFile> files) {
    this.source = source;
    this.files = List.copyOf(files);
  }

  /** From Intel's Open Model Zoo. */
  public static GazeNetworkFetch fromOpenModelZoo() {
    return new GazeNetworkFetch(HttpFiles.openModelZoo(), GazeNetworkFiles.ALL);
  }

  /** From a directory that holds the two files. */
  public static GazeNetworkFetch from(Path directory) {
    return new GazeNetworkFetch(new LocalFiles(directory), GazeNetworkFiles.ALL);
  }

  /**
   * Brings what is missing or wrong; answers the files it wrote.
   *
   * @param progress told the fraction done, 0 to 1
   */
  public List<Path> into(Path directory, DoubleConsumer progress)
      throws IOException, InterruptedException {
    List<PinnedFile> wanted = files.stream().filter(file -> !file.isIn(directory)).toList();
    long bytes = wanted.stream().mapToLong(PinnedFile::bytes).sum();
    long done = 0;
    Map<PinnedFile, byte[]> contents = new LinkedHashMap<>();
    for (PinnedFile file : wanted) {
      progress.accept((double) done / bytes);
      byte[] content = source.content(file);
      file.check(content, source.address(file), REMEDY);
      contents.put(file, content);
      done += file.bytes();
    }
    List<Path> written = new ArrayList<>();
    for (Map.Entry<PinnedFile, byte[]> entry : contents.entrySet()) {
      written.add(PlacedFile.write(entry.getValue(), directory.resolve(entry.getKey().name())));
    }
    progress.accept(1);
    return written;
  }
}
