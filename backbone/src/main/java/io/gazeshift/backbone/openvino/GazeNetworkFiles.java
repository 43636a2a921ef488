package io.gazeshift.backbone.openvino;

import io.gazeshift.common.UserError;
import java.nio.file.Path;
import java.util.List;

/**
 * The directory of the two files of gaze-estimation-adas-0002 in single precision. Asking for them
 * never downloads anything. Sizes and SHA-384 are those of the network's model.yml in Open Model
 * Zoo.
 */
public record GazeNetworkFiles(Path directory) {

  /** What a person types to get the files. */
  public static final String FETCH_COMMAND = "gazeshift models fetch --gaze intel";

  /** The layers and how they are connected. */
  private static final PinnedFile LAYERS =
      new PinnedFile(
          "gaze-estimation-adas-0002.xml",
          68_724,
          "2c70fa1448aa923869b96848f1d218ac2efab5f718a57b486d7256c46853726f"
              + "de71e3165398458e973200612e17529c");

  /** The numbers of all constant layers, one after the other. */
  private static final PinnedFile WEIGHTS =
      new PinnedFile(
          "gaze-estimation-adas-0002.bin",
          7_529_380,
          "044e39075331a7e5b3a7da7a39ccc40defda03326375295aa091b273e7395b3a"
              + "b92db076d7828b9a68795fd496b572c8");

  static final List<PinnedFile> ALL = List.of(LAYERS, WEIGHTS);

  /**
   * The network, from files whose content was checked.
   *
   * @throws UserError if one is absent, cannot be read or has another content
   */
  public GazeNetwork read() {
    return GazeNetwork.of(
        LAYERS.readFrom(directory, FETCH_COMMAND),
        WEIGHTS.readFrom(directory, FETCH_COMMAND),
        directory.resolve(LAYERS.name()).toString());
  }

  /** Whether {@link #read} would answer. */
  public boolean areComplete() {
    return ALL.stream().allMatch(file -> file.isIn(directory));
  }
}
