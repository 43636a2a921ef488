package io.gazeshift.adaptation.buffer;

/** Why a face must not teach the model. */
public enum SampleRejection {
  /** Blurred, badly exposed or otherwise hard to read. */
  QUALITY,
  /** A closed eye looks nowhere. */
  EYES_CLOSED,
  /** Its features mean something else. */
  OTHER_BACKBONE,
  /** Not as many features as the backbone gives. */
  WRONG_LENGTH,
  /** A feature or the prediction is not a number. */
  NOT_FINITE,
  /** Older than the age limit. */
  TOO_OLD,
  /** Captured later than now: a clock is wrong. */
  FROM_THE_FUTURE;

  /** Whether it happens to every domain all the time: people blink and turn, and samples age. */
  public boolean isOrdinary() {
    return this == QUALITY || this == EYES_CLOSED || this == TOO_OLD;
  }
}
