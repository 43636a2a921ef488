package io.gazeshift.common.process;

import java.util.List;

/**
 * A thread that may be inside a native library. While one is alive, the process must not run the
 * shutdown hooks of those libraries: ONNX Runtime's frees its environment, and a thread inside it
 * then crashes.
 */
public final class NativeThread extends Thread {

  public NativeThread(Runnable work, String name) {
    super(work, name);
  }

  /** The names of those that have not ended, in order. */
  public static List<String> alive() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(NativeThread.class::isInstance)
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .sorted()
        .toList();
  }
}
