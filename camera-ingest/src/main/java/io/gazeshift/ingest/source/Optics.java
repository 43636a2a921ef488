package io.gazeshift.ingest.source;

/** What is known of a camera's lens before it is known how large its frames are. */
public interface Optics {

  /**
   * The intrinsics for frames of this size.
   *
   * @throws io.gazeshift.common.UserError if frames of this camera cannot have this size
   */
  CameraIntrinsics at(int width, int height);
}
