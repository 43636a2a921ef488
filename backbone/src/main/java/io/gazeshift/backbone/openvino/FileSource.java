package io.gazeshift.backbone.openvino;

import java.io.IOException;

/** Where the files of the gaze network come from. */
interface FileSource {

  /** The bytes of a file, not yet checked. */
  byte[] content(PinnedFile wanted) throws IOException, InterruptedException;

  /** Where that is, for messages. */
  String address(PinnedFile wanted);
}
