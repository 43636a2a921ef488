package io.gazeshift.daemon.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class ThreadDeathsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void aThreadThatEndsByAnErrorIsCountedAndNamed() throws InterruptedException {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    try (ThreadDeaths deaths = new ThreadDeaths(registry)) {
      assertThat(deaths.problem()).isEmpty();

      Thread camera =
          new Thread(
              () -> {
                throw new OutOfMemoryError("not enough memory for a picture");
              },
              "camera-film");
      camera.start();
      camera.join();

      assertThat(deaths.problem())
          .contains(
              "thread camera-film ended by java.lang.OutOfMemoryError: not enough memory for a"
                  + " picture; the log has its stack trace");
      assertThat(registry.get(ThreadDeaths.DEATHS.name()).counter().count()).isEqualTo(1);
    }
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(before);
  }
}
