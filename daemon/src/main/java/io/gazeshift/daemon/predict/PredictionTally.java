package io.gazeshift.daemon.predict;

/** How many frames were looked at, how many gazes were found, and how many frames had none. */
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
