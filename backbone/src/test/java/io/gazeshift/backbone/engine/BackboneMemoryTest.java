package io.gazeshift.backbone.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchInput.Channels;
import io.gazeshift.backbone.network.Architecture;
import io.gazeshift.backbone.network.OnnxNetwork;
import io.gazeshift.backbone.network.RandomWeights;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Opening and closing backbones again and again must not leave native memory behind. */
class BackboneMemoryTest {

  /** How often each is opened in one round, and how much less one that is not freed would take. */
  enum Kind {
    /** 45 MB each. */
    ONNX(2, 30L << 20),
    /** Small, but with its code some 50 kB each. */
    TORCHSCRIPT(150, 4L << 20);

    private final int reopens;
    private final long bound;

    Kind(int reopens, long bound) {
      this.reopens = reopens;
      this.bound = bound;
    }
  }

  private static final int MAX_ROUNDS = 4;

  /** In a process of its own, whose heap is all there from the start and cannot grow. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  @EnabledOnOs(OS.LINUX)
  void reopeningLeavesNoMemoryBehind(Kind kind) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-Xms320m",
                    "-Xmx320m",
                    "-XX:+AlwaysPreTouch",
                    "-cp",
                    System.getProperty("java.class.path"),
                    BackboneMemoryTest.class.getName(),
                    kind.name()))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    // Otherwise freed memory stays with the threads that had it, some more each time.
    builder.environment().put("MALLOC_ARENA_MAX", "1");
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(printed).isZero();
    String last = printed.lines().reduce("", (before, line) -> line);
    assertThat(Long.parseLong(last)).isLessThan(kind.bound);
  }

  /**
   * Prints by how many bytes the process grows in a round of opening, running and closing: in the
   * first one where it grew by less than the bound, or else least; for a leak shows in every round,
   * and Java's compiler only in some.
   */
  public static void main(String[] args) throws IOException {
    Kind kind = Kind.valueOf(args[0]);
    byte[] bytes = kind == Kind.ONNX ? resnet() : traced();
    int side = kind == Kind.ONNX ? 64 : 16;
    long least = Long.MAX_VALUE;
    long before = Long.MIN_VALUE / 2;
    for (int round = 0; least >= kind.bound && round < MAX_ROUNDS; round++) {
      reopen(bytes, side, kind.reopens);
      long now = residentBytes();
      least = Math.min(least, now - before);
      before = now;
    }
    System.out.println(least);
  }

  private static void reopen(byte[] bytes, int side, int times) {
    PatchInput preprocessing =
        new PatchInput(side, Channels.RGB, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), null);
    FloatBuffer patches = SmallNet.direct(4 * 3 * side * side);
    for (int i = 0; i < times; i++) {
      try (Backbone backbone =
          BackboneFile.of(bytes, "net").open(preprocessing, new BackboneOptions("cpu", 1))) {
        for (int count = 1; count <= 4; count++) {
          backbone.features(patches, count);
        }
      }
    }
  }

  private static byte[] resnet() {
    return OnnxNetwork.write(Architecture.RESNET18.spec(64), new RandomWeights(1));
  }

  private static byte[] traced() throws IOException {
    try (InputStream in =
        BackboneMemoryTest.class.getResourceAsStream("/io/gazeshift/backbone/foreign/traced.pt")) {
      return in.readAllBytes();
    }
  }

  private static long residentBytes() throws IOException {
    System.gc();
    return 4096 * Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", 3)[1]);
  }
}
