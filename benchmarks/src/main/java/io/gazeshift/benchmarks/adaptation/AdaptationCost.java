package io.gazeshift.benchmarks.adaptation;

import com.google.protobuf.ByteString;
import com.sun.management.OperatingSystemMXBean;
import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.adaptation.run.Frames;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.Methods;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Runner;
import io.gazeshift.adaptation.run.StopSignal;
import io.gazeshift.adaptation.schedule.Decision;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.synthetic.SyntheticDomain;
import io.gazeshift.glsge.gate.Gate;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.SourceSplit;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.HeadModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;

/** Measures the cost of adaptation on synthetic features, in this process. */
public final class AdaptationCost {

  private static final int IDLE_WIDTH = 512;
  private static final int GARBAGE_ROUNDS = 4;

  /**
   * What one run cost.
   *
   * @param adaptation CPU time of the adaptation alone
   * @param all CPU time with the gate, which adapts to halves of the samples once more
   * @param peakBytes the most memory this process has had so far, everything in it; Linux only
   */
  public record Run(
      int sourceSamples,
      int targetSamples,
      int width,
      String outcome,
      Duration adaptation,
      Duration all,
      Duration wall,
      OptionalLong peakBytes) {}

  private AdaptationCost() {}

  /** One run of a kind, on the CPU. */
  public static Run ofRun(
      AdaptConfig.Method method,
      int sourceSamples,
      int targetSamples,
      int width,
      DoubleConsumer progress) {
    SyntheticDomain world = new SyntheticDomain(width);
    SourceSplit bank = world.bank(sourceSamples);
    Head head = world.head(bank);
    TargetSnapshot samples = world.target(targetSamples, head);
    Duration gap = BufferSettings.DEFAULT.gap();
    Methods methods = Methods.configured(method, bank.adaptation());

    Duration before = cpuTime();
    methods
        .on("cpu", Frames.fixated(samples.training(), head, gap), DomainKnowledge.UNKNOWN.site())
        .run(head, fraction -> progress.accept(fraction / 2), () -> false);
    Duration adaptation = cpuTime().minus(before);

    long beganNanos = System.nanoTime();
    before = cpuTime();
    RunOutcome outcome =
        new Runner(methods, bank, new Gate(), "cpu", gap, device -> {})
            .run(job(samples, head), fraction -> progress.accept((1 + fraction) / 2));
    return new Run(
        sourceSamples,
        samples.size(),
        width,
        "%s: %s".formatted(outcome.stage(), outcome.explanation()),
        adaptation,
        cpuTime().minus(before),
        Duration.ofNanos(System.nanoTime() - beganNanos),
        peakBytes());
  }

  private static Job job(TargetSnapshot samples, Head head) {
    return new Job(
        new RunQueue.Waiting(
            "bench", new Decision(true, Decision.Cause.MANUAL, "measured"), Optional.empty()),
        new Job.Input(new OwnedPartition(0, 0), 0, samples),
        new Job.StartingHeads(head, head, 0),
        DomainKnowledge.UNKNOWN,
        Instant.EPOCH,
        new StopSignal(Duration.ofHours(1)));
  }

  /**
   * Bytes of heap that a domain takes beyond its samples: its buffer, its history, what is known of
   * its runs and of its head.
   */
  public static long bytesOfIdleDomain(int domains) {
    SyntheticDomain world = new SyntheticDomain(IDLE_WIDTH);
    Head head = world.head(world.bank(1000));
    int frames = BufferSettings.DEFAULT.burstFrames();
    List<TargetSample> samples = world.burst(0, 0, 0, frames, head);
    // One look fills the tables of a domain; when it is too old, they are what is left.
    List<Object> kept = new ArrayList<>();
    long before = usedHeap();
    OwnedPartition partition = new OwnedPartition(0, 0);
    PastRuns runs = new PastRuns();
    Map<String, HeadModel> heads = new HashMap<>();
    for (int i = 0; i < domains; i++) {
      String name = "domain-" + i;
      DomainState domain =
          partition.domain(
              name, n -> new DomainState(n, partition, BufferSettings.DEFAULT, Optional.empty()));
      samples.forEach(sample -> domain.offer(0, sample));
      domain.expire(Instant.EPOCH.plus(Duration.ofDays(300)));
      domain.ended(
          Instant.EPOCH, new TargetSnapshot(List.of()), AdaptationEvent.getDefaultInstance());
      runs.note(judged(name));
      heads.put(name, facts(name));
    }
    kept.addAll(List.of(partition, runs, heads));
    long bytes = (usedHeap() - before) / domains;
    if (kept.isEmpty()) {
      throw new IllegalStateException("no measurement was taken");
    }
    return bytes;
  }

  private static AdaptationEvent judged(String domain) {
    return AdaptationEvent.newBuilder().setDomain(domain).setTrigger("first").build();
  }

  /** What the registry remembers of a head: everything but its layers. */
  private static HeadModel facts(String domain) {
    return HeadModel.newBuilder()
        .setDomain(domain)
        .setVersion(1)
        .setBackboneFingerprint("a".repeat(64))
        .setCreatedMicros(1)
        .setReportSummary("x".repeat(200))
        .setSha256(ByteString.copyFrom(new byte[32]))
        .setSignature(ByteString.copyFrom(new byte[64]))
        .setAuthor("service")
        .build();
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < GARBAGE_ROUNDS; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Of all threads of the process, native ones too. */
  private static Duration cpuTime() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return Duration.ofNanos(system.getProcessCpuTime());
  }

  private static OptionalLong peakBytes() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
