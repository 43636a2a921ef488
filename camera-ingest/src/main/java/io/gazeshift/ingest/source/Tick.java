package io.gazeshift.ingest.source;

/** Which frame it is and when it was taken. */
public record Tick(long frameSeq, long captureMicros) {}
