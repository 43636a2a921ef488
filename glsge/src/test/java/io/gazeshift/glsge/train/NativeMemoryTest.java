package io.gazeshift.glsge.train;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Device;
import io.gazeshift.glsge.head.Head;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Thousands of steps must not leave native memory behind. */
class NativeMemoryTest {

  private static final int ROWS = 64;
  private static final int STEPS = 1000;
  private static final int MAX_ROUNDS = 6;

  /** One array of a batch is 6 kB: steps that lost one each would lose twice as much a round. */
  private static final long BOUND = 3L << 20;

  /** In a process of its own, whose heap is all there from the start and cannot grow. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void thousandsOfStepsLeaveNoMemoryBehind() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xms96m",
                    "-Xmx96m",
                    "-XX:+AlwaysPreTouch",
                    "-cp",
                    System.getProperty("java.class.path"),
                    NativeMemoryTest.class.getName()))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    // Threads of the engine would spin while they wait for one another on a busy host.
    builder.environment().put("OMP_NUM_THREADS", "1");
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(Long.parseLong(printed.strip())).isLessThan(BOUND);
  }

  /**
   * Prints by how many bytes the process grows in a round of steps: in the first one where it grew
   * by less than the bound, or else least; for a leak shows in every round.
   */
  public static void main(String[] args) throws IOException {
    SourceTrainer.Settings settings = new SourceTrainer.Settings(64, 32, 1, 64, 1e-3, 1, "cpu");
    Head start =
        new SourceTrainer(settings).train(Scenes.source(64, 1), loss -> {}, () -> false).head();
    try (TrainableHead head = new EngineHead(new HeadWeights(start), Device.cpu())) {
      steps(head);
      long least = Long.MAX_VALUE;
      for (int round = 0; least >= BOUND && round < MAX_ROUNDS; round++) {
        long before = residentBytes();
        steps(head);
        least = Math.min(least, residentBytes() - before);
      }
      System.out.println(least);
    }
  }

  private static void steps(TrainableHead head) {
    float[] batch = new float[ROWS * Scenes.WIDTH];
    for (int i = 0; i < STEPS; i++) {
      head.gradients(
          batch,
          ROWS,
          (z, y) ->
              new TrainableHead.OutputGradients(
                  new float[z.data().length], new float[y.data().length]));
    }
  }

  private static long residentBytes() throws IOException {
    return 4096 * Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", 3)[1]);
  }
}
