package io.gazeshift.ingest.source;

/** How fast recorded frames are shown. */
public enum Speed {
  /** As they were taken; a reader that comes late misses some. */
  OWN,
  /** As fast as they are read; none is missed. */
  MAX
}
