package io.gazeshift.daemon.predict;

/** Counts of frames, of gazes found in them, and of frames without a face. */
public record PredictionTally(long frames, long gazes, long faceless) {

  public static final PredictionTally NOTHING = new PredictionTally(0, 0, 0);

  PredictionTally plusFrame(int found) {
    return new PredictionTally(frames + 1, gazes + found, faceless + (found == 0 ? 1 : 0));
  }

  public PredictionTally plus(PredictionTally other) {
    return new PredictionTally(
        frames + other.frames, gazes + other.gazes, faceless + other.faceless);
  }
}
