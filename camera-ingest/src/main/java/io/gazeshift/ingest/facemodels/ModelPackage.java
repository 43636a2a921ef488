package io.gazeshift.ingest.facemodels;

import java.util.List;

/**
 * A package of the npm registry that holds face models. MediaPipe publishes them nowhere else in a
 * form that is numbered and never changes.
 */
enum ModelPackage {
  FACE_DETECTION(
      "@mediapipe/face_detection",
      "0.4.1657300184",
      "a118cde74923dc4435257fbfbb613464a0f58d115dff6314d4ff96c8aebf6419",
      List.of(
          new Part(FaceModel.DETECTOR, "package/face_detection_full_range.tflite", 0, 1_083_984))),
  FACE_MESH(
      "@mediapipe/face_mesh",
      "0.4.1657299874",
      "c08a7e0742a326285da666cf81d77c8b6f3a181a2ee948cadaf166008e0d3bc7",
      List.of(
          new Part(FaceModel.ATTENTION_MESH, Part.PACKED_ASSETS, 0, 2_495_952),
          new Part(FaceModel.MESH, Part.PACKED_ASSETS, 2_495_952, 3_737_848),
          new Part(FaceModel.AVERAGE_FACE, Part.PACKED_ASSETS, 3_737_848, 3_757_224)));

  /** Where in the package a model is: from one byte of an entry up to, not including, another. */
  record Part(FaceModel model, String entry, int from, int to) {

    /** Several files one after the other; the package's loader script says where each begins. */
    private static final String PACKED_ASSETS = "package/face_mesh_solution_packed_assets.data";
  }

  private final String packageName;
  private final String version;
  private final String tarballSha256;

  @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
  private final List<Part> parts;

  ModelPackage(String packageName, String version, String tarballSha256, List<Part> parts) {
    this.packageName = packageName;
    this.version = version;
    this.tarballSha256 = tarballSha256;
    this.parts = parts;
  }

  /** As npm is asked for it. */
  String spec() {
    return packageName + "@" + version;
  }

  /** As npm calls the file it writes. */
  String tarballName() {
    return packageName.substring(1).replace('/', '-') + "-" + version + ".tgz";
  }

  String tarballSha256() {
    return tarballSha256;
  }

  List<Part> parts() {
    return parts;
  }
}
