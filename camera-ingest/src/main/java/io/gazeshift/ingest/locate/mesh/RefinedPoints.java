package io.gazeshift.ingest.locate.mesh;

/**
 * Which of the mesh's points a closer look replaces, in the order in which the attention mesh
 * answers them. The lids come first, then ring by ring up to the brow and the cheek.
 */
enum RefinedPoints {
  RIGHT_EYE(
      33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25, 110, 24,
      23, 22, 26, 112, 243, 247, 30, 29, 27, 28, 56, 190, 226, 31, 228, 229, 230, 231, 232, 233,
      244, 113, 225, 224, 223, 222, 221, 189, 35, 124, 46, 53, 52, 65, 143, 111, 117, 118, 119, 120,
      121, 128, 245, 156, 70, 63, 105, 66, 107, 55, 193),
  LEFT_EYE(
      263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359, 255, 339,
      254, 253, 252, 256, 341, 463, 467, 260, 259, 257, 258, 286, 414, 446, 261, 448, 449, 450, 451,
      452, 453, 464, 342, 445, 444, 443, 442, 441, 413, 265, 353, 276, 283, 282, 295, 372, 340, 346,
      347, 348, 349, 350, 357, 465, 383, 300, 293, 334, 296, 336, 285, 417);

  @SuppressWarnings("ImmutableEnumChecker") // Never handed out.
  private final int[] points;

  RefinedPoints(int... points) {
    this.points = points;
  }

  int count() {
    return points.length;
  }

  /** Which point of the mesh the one of this place is. */
  int point(int place) {
    return points[place];
  }

  /** Puts these, x and y each, in the place of those of the mesh. */
  void replace(float[] mesh, float[] refined) {
    for (int i = 0; i < points.length; i++) {
      mesh[2 * points[i]] = refined[2 * i];
      mesh[2 * points[i] + 1] = refined[2 * i + 1];
    }
  }
}
