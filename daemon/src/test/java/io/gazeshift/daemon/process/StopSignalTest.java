package io.gazeshift.daemon.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.process.Signals;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StopSignalTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void aSignalRequestsAStopAndFurtherOnesChangeNothing() throws Exception {
    AtomicInteger outside = new AtomicInteger();
    Runnable restore = Signals.handle("TERM", (name, number) -> outside.incrementAndGet());
    try {
      try (StopSignal stop = new StopSignal(LONG)) {
        assertThat(stop.isRequested()).isFalse();
        assertThat(stop.await(Duration.ZERO)).isFalse();
        raise("TERM");
        assertThat(stop.await(LONG)).isTrue();
        // Not a real one: it might arrive when another test listens.
        stop.signalled("TERM", 15);
        assertThat(stop.isRequested()).isTrue();
      }
      assertThat(outside).hasValue(0);
    } finally {
      restore.run();
    }
  }

  @Test
  void withoutASignalTheFormerAnswerIsRestored() throws Exception {
    AtomicInteger outside = new AtomicInteger();
    Runnable restore = Signals.handle("TERM", (name, number) -> outside.addAndGet(number));
    try {
      try (StopSignal stop = new StopSignal(LONG)) {
        assertThat(stop.isRequested()).isFalse();
      }
      raise("TERM");
      await().atMost(LONG).until(() -> outside.get() == 15);
    } finally {
      restore.run();
    }
  }

  private static void raise(String signal) throws Exception {
    long self = ProcessHandle.current().pid();
    new ProcessBuilder("kill", "-" + signal, Long.toString(self)).start().waitFor();
  }
}
