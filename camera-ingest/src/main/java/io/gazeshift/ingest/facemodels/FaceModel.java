package io.gazeshift.ingest.facemodels;

/** A file that finding faces needs, and the one content it may have. */
public enum FaceModel {
  /** MediaPipe's full-range BlazeFace. */
  DETECTOR(
      "face_detection_full_range.tflite",
      "99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3"),
  /** MediaPipe's face mesh of 468 points. */
  MESH("face_landmark.tflite", "c603fa6149219a3e9487dc9abd7a0c24474c77263273d24868378cdf40aa26d1"),
  /**
   * MediaPipe's attention mesh: the 468 points with refined lids, and the irises. Used instead of
   * {@link #MESH} where it is present.
   */
  ATTENTION_MESH(
      "face_landmark_with_attention.tflite",
      "883b7411747bac657c30c462d305d312e9dec6adbf8b85e2f5d8d722fca9455d"),
  /** The same 468 points on an average face, in centimetres. */
  AVERAGE_FACE(
      "geometry_pipeline_metadata_landmarks.binarypb",
      "bdbcda96dfcb7da883da124aaa2c55dee49770d934f0fcc71747f8c21bdc75b4");

  private final String fileName;
  private final String sha256;

  FaceModel(String fileName, String sha256) {
    this.fileName = fileName;
    this.sha256 = sha256;
  }

  public String fileName() {
    return fileName;
  }

  /** In lower-case hexadecimal digits. */
  public String sha256() {
    return sha256;
  }
}
