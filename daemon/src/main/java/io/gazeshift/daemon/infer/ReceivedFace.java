package io.gazeshift.daemon.infer;

import io.gazeshift.protocol.v1.FaceFrame;

/** A face as it came in, and when. */
record ReceivedFace(FaceFrame face, long polledMicros) {}
