package io.gazeshift.trials;

import com.google.protobuf.Message;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topic;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.RawRecord;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.TrialResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Jazzer, guided by the coverage of our code, on {@link DecoderFuzz}; in a process of its own. */
final class CoverageFuzz {

  private static final Pattern DONE = Pattern.compile("Done (\\d+) runs");
  private static final Pattern COVERAGE = Pattern.compile("cov: (\\d+)");

  /** Longer than the first input takes on a busy machine, for which all is loaded. */
  private static final int HANGS_SECONDS = 240;

  private static final int START_SECONDS = 2 * HANGS_SECONDS;

  private final Path home;
  private final int seconds;
  private final long seed;

  CoverageFuzz(Path home, int seconds, long seed) {
    this.home = home;
    this.seconds = seconds;
    this.seed = seed;
  }

  TrialResult run(Map<Topic, Message> valid) throws IOException, InterruptedException {
    Path corpus = Files.createDirectories(home.resolve("corpus"));
    for (Map.Entry<Topic, Message> each : valid.entrySet()) {
      if (each.getKey().type().isPresent()) {
        Files.write(corpus.resolve(each.getKey().name()), input(each.getKey(), each.getValue()));
      }
    }
    Path log = home.resolve("jazzer.txt");
    Process jazzer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + DecoderFuzz.class.getName(),
                "--instrumentation_includes=io.gazeshift.**:com.google.protobuf.**",
                "--reproducer_path=" + home,
                "-artifact_prefix=" + home + "/",
                "-max_total_time=" + seconds,
                "-max_len=32768",
                "-rss_limit_mb=0",
                "-timeout=" + HANGS_SECONDS,
                "-seed=" + seed,
                corpus.toString())
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = jazzer.waitFor(seconds + START_SECONDS, TimeUnit.SECONDS);
    jazzer.destroyForcibly();
    String said = Files.readString(log);
    Checks checks = new Checks();
    long runs = last(DONE, said);
    checks.that("it ends in time: no input hangs a decoder", ended, "not");
    checks.that(
        "every input is read or rejected with a reason: no finding, crash or memory leak",
        ended && jazzer.exitValue() == 0,
        findings());
    checks.that("inputs were tried", runs > 0, "none, see " + log);
    return TrialResult.of(
        "poison: decoders fuzzed by coverage (Jazzer), for %d s".formatted(seconds),
        "%,d".formatted(runs),
        new Recovery(),
        checks,
        "%,d edges covered".formatted(last(COVERAGE, said)));
  }

  private static byte[] input(Topic topic, Message valid) {
    RecordType<?> type = topic.type().orElseThrow();
    byte[] record = RawRecord.encode(valid);
    byte[] input = new byte[record.length + 1];
    input[0] = (byte) DecoderFuzz.TYPES.indexOf(type);
    System.arraycopy(record, 0, input, 1, record.length);
    return input;
  }

  private List<String> findings() throws IOException {
    try (Stream<Path> files = Files.list(home)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("crash-") || name.startsWith("timeout-"))
          .toList();
    }
  }

  private static long last(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    long last = 0;
    while (found.find()) {
      last = Long.parseLong(found.group(1));
    }
    return last;
  }
}
