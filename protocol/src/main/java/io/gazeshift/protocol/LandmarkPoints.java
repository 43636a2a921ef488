package io.gazeshift.protocol;

/** How many points the landmarks of a face have. */
public final class LandmarkPoints {

  /** Along the lids of one eye: the outer corner first, the inner one in the ninth place. */
  public static final int LIDS = 16;

  public static final int OUTER_CORNER = 0;
  public static final int INNER_CORNER = 8;

  /** On the skull. */
  public static final int SKULL = 34;

  private LandmarkPoints() {}
}
