package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.source.CameraIntrinsics;

/** Opens the view of a camera each time that the camera is opened, on the camera's thread. */
public interface FrameViews {

  /** No viewer is connected. */
  FrameViews NONE = (camera, intrinsics) -> FrameView.NONE;

  FrameView open(String camera, CameraIntrinsics intrinsics);

  /** Both look. */
  default FrameViews and(FrameViews other) {
    return (camera, intrinsics) ->
        new TwoViews(open(camera, intrinsics), other.open(camera, intrinsics));
  }
}
