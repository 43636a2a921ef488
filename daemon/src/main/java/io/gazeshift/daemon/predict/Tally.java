package io.gazeshift.daemon.predict;

/** How many frames were looked at, how many gazes were found, and how many frames had none. */
public record Tally(long frames, long gazes, long faceless) {

  public static final Tally NOTHING = new Tally(0, 0, 0);

  Tally plusFrame(int found) {
    return new Tally(frames + 1, gazes + found, faceless + (found == 0 ? 1 : 0));
  }

  public Tally plus(Tally other) {
    return new Tally(frames + other.frames, gazes + other.gazes, faceless + other.faceless);
  }
}
