package io.gazeshift.glsge.data;

/**
 * How GazeHub's normalised copy of a data set writes its label files: one sample a line, columns
 * separated by single spaces, numbers of one column by commas, a header first.
 *
 * <p>What is assumed here was read from public code that writes or reads these files, not from the
 * data sets, which are not free to ship:
 *
 * <ul>
 *   <li>MPIIFaceGaze: {@code Face Left Right Origin WhichEye 3DGaze 3DHead 2DGaze 2DHead Rmat Smat
 *       GazeOrigin}, one file a person, {@code p00/...} in the face's path;
 *   <li>EyeDiap: {@code Face Left Right metapath 3DGaze 3DHead 2DGaze 2DHead Rvec Svec GazeOrigin},
 *       one file a person, {@code p1/...} in the face's path;
 *   <li>Gaze360: {@code Face Left Right Origin 3DGaze 2DGaze}, one file a split, recording and
 *       person in the path of the original image, {@code rec_000/head/000001/000002.jpg};
 *   <li>ETH-XGaze: face, gaze, head and name in the first four columns, {@code subject0000/...} in
 *       the face's path.
 * </ul>
 *
 * <p>The 2D gaze is yaw before pitch, but pitch before yaw for ETH-XGaze. Its signs are ours in all
 * four: {@code (-cos p sin y, -sin p, -cos p cos y)} in axes x right, y down, z away. The 3D gaze,
 * where there is one, is in these axes too, except that Gaze360 has x to the left and y up. It is
 * used to notice files that are laid out otherwise.
 */
public enum GazeHubLayout {
  ETH_XGAZE(1, true, -1, 1),
  GAZE360(5, false, 4, -1),
  MPII_FACE_GAZE(7, false, 5, 1),
  EYEDIAP(6, false, 4, 1);

  private static final int FACE_COLUMN = 0;
  private static final int ORIGIN_COLUMN = 3;

  private final int gazeColumn;
  private final boolean pitchFirst;
  private final int vectorColumn;
  private final int vectorSign;

  GazeHubLayout(int gazeColumn, boolean pitchFirst, int vectorColumn, int vectorSign) {
    this.gazeColumn = gazeColumn;
    this.pitchFirst = pitchFirst;
    this.vectorColumn = vectorColumn;
    this.vectorSign = vectorSign;
  }

  /** The sample of one line's columns; an exception says what is wrong with them. */
  GazeHubSample sample(String[] columns) {
    int needed = Math.max(gazeColumn, ORIGIN_COLUMN) + 1;
    if (columns.length < needed) {
      throw new IllegalArgumentException(
          "%d columns, %s has at least %d".formatted(columns.length, this, needed));
    }
    double[] gaze = numbers(columns[gazeColumn], 2);
    double pitch = gaze[pitchFirst ? 0 : 1];
    double yaw = gaze[pitchFirst ? 1 : 0];
    if (!(Math.abs(pitch) <= Math.PI / 2 + 1e-6 && Math.abs(yaw) <= Math.PI + 1e-6)) {
      throw new IllegalArgumentException(
          "pitch %s and yaw %s are not angles in radians".formatted(pitch, yaw));
    }
    if (vectorColumn >= 0) {
      requireAgreement(numbers(columns[vectorColumn], 3), pitch, yaw);
    }
    return new GazeHubSample(columns[FACE_COLUMN], pitch, yaw, person(columns));
  }

  private void requireAgreement(double[] vector, double pitch, double yaw) {
    double length =
        Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    double cosine =
        (-vectorSign * Math.cos(pitch) * Math.sin(yaw) * vector[0]
                - vectorSign * Math.sin(pitch) * vector[1]
                - Math.cos(pitch) * Math.cos(yaw) * vector[2])
            / length;
    // A few hundredths of a radian: some files round their numbers.
    if (!(cosine > 0.999)) {
      throw new IllegalArgumentException(
          "the 2D gaze (pitch %s, yaw %s) differs from the 3D gaze (%s, %s, %s); this is"
                  .formatted(pitch, yaw, vector[0], vector[1], vector[2])
              + " not the layout of "
              + this);
    }
  }

  private String person(String[] columns) {
    String path = columns[this == GAZE360 ? ORIGIN_COLUMN : FACE_COLUMN].replace('\\', '/');
    String[] parts = path.split("/", -1);
    if (this == GAZE360) {
      // Persons are numbered anew in each recording.
      return parts.length >= 3 ? parts[0] + "/" + parts[parts.length - 2] : path;
    }
    return parts[0];
  }

  private static double[] numbers(String text, int count) {
    String[] parts = text.split(",", -1);
    if (parts.length != count) {
      throw new IllegalArgumentException(
          "'%s' is not %d numbers separated by commas".formatted(text, count));
    }
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      try {
        values[i] = Double.parseDouble(parts[i]);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'%s' is not a number".formatted(parts[i]), e);
      }
    }
    return values;
  }
}
