package io.gazeshift.glsge.head;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory of a head, for a large number of domains. */
class HeadMemoryTest {

  private static final int DOMAINS = 10_000;

  /**
   * 658 kB as the paper has it, 6.6 GB for 10,000 domains; with 64 and 32 hidden units 140 kB and
   * 1.4 GB; a GazeTR's 32 features and the same hidden units as the latter 17 kB and 170 MB.
   */
  @ParameterizedTest
  @CsvSource({"512, 256, 128, 657_928", "512, 64, 32, 139_912", "32, 64, 32, 17_032"})
  void aHeadIsItsWeightsAtFourBytesEach(int inputs, int first, int second, String bytes) {
    long numbers =
        HeadTest.random(inputs, first, second, 1).layers().stream()
            .mapToLong(layer -> (long) layer.weight().length + layer.bias().length)
            .sum();

    assertThat(Float.BYTES * numbers).isEqualTo(Long.parseLong(bytes.replace("_", "")));
  }

  /** In a process whose heap has room for the weights and one fifth more. */
  @Test
  void tenThousandHeadsFitWhereTheirWeightsFit() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx208m",
                "-Xmn16m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                HeadMemoryTest.class.getName())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(printed.strip()).isEqualTo("10000 heads, the last looks to 9999.0");
  }

  public static void main(String[] args) {
    List<Head> heads = new ArrayList<>();
    float[] first = new float[32 * 64];
    DenseLayer second = new DenseLayer(64, 32, new float[64 * 32], new float[32]);
    for (int i = 0; i < DOMAINS; i++) {
      first[0] = i;
      heads.add(
          new Head(
              new DenseLayer(32, 64, first, new float[64]),
              new DenseLayer(64, 32, second.weight(), second.bias()),
              new DenseLayer(32, 2, new float[64], new float[] {i, -i})));
    }
    // The last of them is as much its own as the first.
    float[] angles = heads.get(DOMAINS - 1).predict(new float[32]);
    System.out.println(heads.size() + " heads, the last looks to " + angles[0]);
  }
}
