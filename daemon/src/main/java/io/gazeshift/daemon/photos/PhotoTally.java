package io.gazeshift.daemon.photos;

/** How many photographs there were, and how many of them gave no face. */
public record PhotoTally(int photographs, int withoutFace, int unreadable) {

  public static final PhotoTally NOTHING = new PhotoTally(0, 0, 0);

  PhotoTally plusFace() {
    return new PhotoTally(photographs + 1, withoutFace, unreadable);
  }

  PhotoTally plusFaceless() {
    return new PhotoTally(photographs + 1, withoutFace + 1, unreadable);
  }

  PhotoTally plusUnreadable() {
    return new PhotoTally(photographs + 1, withoutFace, unreadable + 1);
  }

  public int withFace() {
    return photographs - withoutFace - unreadable;
  }

  /** In words, for people. */
  @Override
  public String toString() {
    return "%d photographs, %d without a face%s"
        .formatted(
            photographs,
            withoutFace,
            unreadable == 0 ? "" : ", %d could not be read".formatted(unreadable));
  }
}
