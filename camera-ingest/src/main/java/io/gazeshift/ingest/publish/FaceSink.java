package io.gazeshift.ingest.publish;

import io.gazeshift.protocol.v1.FaceFrame;

/** Takes finished faces off a camera's hands. Never blocks and never throws on a bad network. */
public interface FaceSink {

  void offer(FaceFrame face);
}
