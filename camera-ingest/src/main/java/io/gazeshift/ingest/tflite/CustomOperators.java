package io.gazeshift.ingest.tflite;

import io.gazeshift.ingest.onnx.OnnxWriter;
import java.util.List;

/**
 * The operators that MediaPipe has added to TensorFlow Lite's, in ONNX's: they cut the surroundings
 * of some landmarks out of a feature map, upright, and lead the landmarks found there back. Points
 * are rows of x and y; matrices have four rows and columns, of which the third is the identity's.
 */
final class CustomOperators {

  /** A feature map by channels, and its size. */
  record Picture(String name, long height, long width) {}

  /** What is out of a picture by as much has no neighbour in it. */
  private static final float FAR = 3;

  /** Keeps the direction of two points that are one from being no number. */
  private static final float TINY = 1e-12f;

  private final OnnxWriter onnx;

  CustomOperators(OnnxWriter onnx) {
    this.onnx = onnx;
  }

  /**
   * The matrix that leads from pixels of the cut-out to those of the picture: M = T(c) R(a) S
   * T(-n/2) with a the direction from one landmark to another, c and S the middle and the enlarged
   * size of the landmarks' box along that direction, and n the size of the cut-out.
   */
  void regionMatrix(String landmarks, CustomOptions options, String out) {
    if (options.number("target_rotation_radians") != 0) {
      throw new UnsupportedNetworkException("it cuts out what is not upright");
    }
    String xy = part(landmarks, 2, 0, 2);
    String turn =
        rotation(
            points(xy, options.integer("left_rotation_idx")),
            points(xy, options.integer("right_rotation_idx")));
    // A row of points times R is the points turned back.
    String upright =
        onnx.value("MatMul", List.of(points(xy, options.integers("subset_idxs")), turn));
    String greatest = extreme("ReduceMax", upright);
    String least = extreme("ReduceMin", upright);
    String middle =
        onnx.value(
            "Mul",
            List.of(
                onnx.value("Add", List.of(greatest, least)), onnx.constant(new float[] {0.5f})));
    float width = options.integer("output_width");
    float height = options.integer("output_height");
    float[] scales = {options.number("scale_x") / width, options.number("scale_y") / height};
    String stretch =
        onnx.value(
            "Mul",
            List.of(onnx.value("Sub", List.of(greatest, least)), onnx.constant(scales, 1, 1, 2)));
    String linear = onnx.value("Mul", List.of(turn, stretch));
    String start = onnx.constant(new float[] {-width / 2, -height / 2}, 1, 2, 1);
    String shift =
        onnx.value(
            "Add",
            List.of(
                onnx.value("MatMul", List.of(turn, turned(middle))),
                onnx.value("MatMul", List.of(linear, start))));
    String noDepth = onnx.constant(new float[2], 1, 2, 1);
    String upper = joined(2, linear, noDepth, shift);
    String lower = onnx.constant(new float[] {0, 0, 1, 0, 0, 0, 0, 1}, 1, 2, 4);
    onnx.node("Concat", List.of(upper, lower), out, OnnxWriter.number("axis", 1));
  }

  /** (cos, -sin; sin, cos) of the direction from one point to the other. */
  private String rotation(String from, String to) {
    String difference = onnx.value("Sub", List.of(to, from));
    String length = onnx.value("ReduceL2", List.of(difference), OnnxWriter.ints("axes", 2));
    String divisor = onnx.value("Max", List.of(length, onnx.constant(new float[] {TINY})));
    String direction = onnx.value("Div", List.of(difference, divisor));
    String cos = part(direction, 2, 0, 1);
    String sin = part(direction, 2, 1, 2);
    String minusSin = onnx.value("Neg", List.of(sin));
    return joined(1, joined(2, cos, minusSin), joined(2, sin, cos));
  }

  /**
   * Cuts out by a matrix, linearly between the centres of pixels. What lies beyond the centres at
   * the edge is 0; ONNX would fade to 0 over a pixel, so these places are moved far away.
   */
  void cut(Picture from, String matrix, CustomOptions options, String out) {
    int height = options.integer("output_height");
    int width = options.integer("output_width");
    int pixels = height * width;
    float[] centres = new float[pixels * 4];
    for (int i = 0; i < pixels; i++) {
      int row = i / width;
      int column = i % width;
      centres[4 * i] = column + 0.5f;
      centres[4 * i + 1] = row + 0.5f;
      centres[4 * i + 3] = 1;
    }
    String places =
        onnx.value(
            "MatMul", List.of(onnx.constant(centres, 1, pixels, 4), turned(part(matrix, 1, 0, 2))));
    // From -1 at the centre of the first pixel to 1 at that of the last.
    float[] scale = {2f / (from.width() - 1), 2f / (from.height() - 1)};
    float[] offset = {-1 - scale[0] / 2, -1 - scale[1] / 2};
    String grid =
        onnx.value(
            "Add",
            List.of(
                onnx.value("Mul", List.of(places, onnx.constant(scale, 2))),
                onnx.constant(offset, 2)));
    String outside =
        onnx.value(
            "Greater", List.of(onnx.value("Abs", List.of(grid)), onnx.constant(new float[] {1})));
    String moved = onnx.value("Where", List.of(outside, onnx.constant(new float[] {FAR}), grid));
    String shaped = onnx.value("Reshape", List.of(moved, onnx.constant(1L, height, width, 2)));
    onnx.node(
        "GridSample",
        List.of(from.name(), shaped),
        out,
        OnnxWriter.text("mode", "bilinear"),
        OnnxWriter.text("padding_mode", "zeros"),
        OnnxWriter.number("align_corners", 1));
  }

  /** Points led through a matrix. */
  void movedPoints(String points, String matrix, String out) {
    String upper = part(matrix, 1, 0, 2);
    String linear = part(upper, 2, 0, 2);
    String shift = part(upper, 2, 3, 4);
    onnx.node(
        "Add", List.of(onnx.value("MatMul", List.of(points, turned(linear))), turned(shift)), out);
  }

  private String points(String xy, long... which) {
    return onnx.value("Gather", List.of(xy, onnx.constant(which)), OnnxWriter.number("axis", 1));
  }

  private String extreme(String operator, String points) {
    return onnx.value(operator, List.of(points), OnnxWriter.ints("axes", 1));
  }

  private String turned(String matrix) {
    return onnx.value("Transpose", List.of(matrix), OnnxWriter.ints("perm", 0, 2, 1));
  }

  private String part(String of, int axis, int from, int to) {
    return onnx.value(
        "Slice",
        List.of(
            of, onnx.constant((long) from), onnx.constant((long) to), onnx.constant((long) axis)));
  }

  private String joined(int axis, String... parts) {
    return onnx.value("Concat", List.of(parts), OnnxWriter.number("axis", axis));
  }
}
