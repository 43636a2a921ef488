package io.gazeshift.adaptation.schedule;

/**
 * How often, since a head last lasted, the gate rejected a candidate or a published head was taken
 * back.
 *
 * @param count of them
 * @param standing whether the last published head has not been taken back
 */
public record Setbacks(int count, boolean standing) {

  public static final Setbacks NONE = new Setbacks(0, true);

  /** Rejections without a consequence. A head that was rolled back always has one. */
  private static final int BORNE = 2;

  /** After a run whose candidate was rejected. */
  public Setbacks rejected() {
    return new Setbacks(count + 1, standing);
  }

  /** After one whose candidate was published: only the next one shows whether it lasted. */
  public Setbacks published() {
    return new Setbacks(standing ? 0 : count, true);
  }

  public Setbacks takenBack() {
    return new Setbacks(Math.max(count, BORNE) + 1, false);
  }

  /** Those that count. */
  public int beyondWhatIsBorne() {
    return Math.max(0, count - BORNE);
  }
}
