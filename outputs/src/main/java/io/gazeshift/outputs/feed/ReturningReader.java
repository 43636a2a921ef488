package io.gazeshift.outputs.feed;

/** Was away, and wants the events that it missed. */
public interface ReturningReader {

  /** Is told once, on any thread, and must not wait. */
  void resumed(MissedEvents found);
}
