package io.gazeshift.ingest.locate;

/** Both irises of a face. Right and left are the person's: the right one is on the image's left. */
public record Irises(Iris right, Iris left) {}
