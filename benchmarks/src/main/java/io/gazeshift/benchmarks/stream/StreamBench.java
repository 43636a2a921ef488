package io.gazeshift.benchmarks.stream;

import com.sun.management.OperatingSystemMXBean;
import io.gazeshift.common.Micros;
import io.gazeshift.common.http.HttpServer;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.Routes;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.outputs.feed.EventHistory;
import io.gazeshift.outputs.feed.LiveFeed;
import io.gazeshift.outputs.stream.EventStream;
import io.gazeshift.outputs.stream.StreamMeters;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeUncertainty;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The CPU time that the live stream takes from inference in the same process: what the process uses
 * while clients read, without the clients' own, less what it uses while none do. Two cameras
 * publish predictions at an even pace all the time.
 */
public final class StreamBench implements AutoCloseable {

  private static final List<String> CAMERAS = List.of("bench-0", "bench-1");
  private static final double FRAMES_PER_SECOND = 15;
  private static final Duration SETTLE = Duration.ofSeconds(2);

  /**
   * One round.
   *
   * @param baseCpu without clients: CPU seconds for each second
   * @param servingCpu with clients, without their own: likewise
   * @param bytesPerSecond what all clients read
   */
  public record Round(double baseCpu, double servingCpu, double bytesPerSecond) {

    /** CPU seconds for each second. */
    public double cost() {
      return servingCpu - baseCpu;
    }
  }

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final LiveFeed feed;
  private final EventHistory history;
  private final EventStream stream;
  private final HttpServer server;
  private final KafkaProducer<String, GazePrediction> producer;
  private final ScheduledExecutorService shutters =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "bench-cameras"));
  private long frame;

  public StreamBench(KafkaAccess kafka) {
    this.feed = LiveFeed.open(kafka);
    this.history = new EventHistory(kafka);
    this.stream = new EventStream(feed, history, Optional.empty(), registry);
    this.server =
        HttpServer.start(
            "http.listen",
            new ListenAddress(Optional.empty(), 0),
            new Routes(Map.of(EventStream.PATH, stream)));
    this.producer =
        new KafkaProducer<>(
            kafka.producerProperties(Map.of()),
            new StringSerializer(),
            RecordType.GAZE_PREDICTION.serializer());
    long periodMicros = Math.round(1e6 / FRAMES_PER_SECOND);
    var unused =
        shutters.scheduleAtFixedRate(this::publish, 0, periodMicros, TimeUnit.MICROSECONDS);
  }

  private void publish() {
    frame++;
    for (String camera : CAMERAS) {
      var unused =
          producer.send(
              new ProducerRecord<>(Topics.PREDICTIONS.name(), camera, prediction(camera)));
    }
  }

  private GazePrediction prediction(String camera) {
    return GazePrediction.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera(camera)
                .setDomain(camera)
                .setCaptureSession(1)
                .setFrameSeq(frame)
                .setCaptureMicros(Micros.of(Instant.now())))
        .setNormalised(Gaze.ofDegrees(frame % 20, 2).toMessage())
        .setCamera(Gaze.ofDegrees(3, -(frame % 30)).toMessage())
        .setUncertainty(GazeUncertainty.newBuilder().setSigma(0.08).setPitch(0.05).setYaw(0.06))
        .addAllOrigin(List.of(1.5, 2.5, 600.0))
        .build();
  }

  /** Half of the time without clients, half with so many. */
  public Round round(int clients, Duration duration) throws IOException, InterruptedException {
    Duration half = duration.dividedBy(2);
    settle();
    double base = cpuNanosWithin(half) / (double) half.toNanos();
    try (SilentClients reading =
        SilentClients.connect(server.url(), EventStream.PATH + "?kind=prediction", clients)) {
      settle();
      long ownNanos = reading.cpuNanos();
      long bytes = reading.bytes();
      double all = cpuNanosWithin(half);
      return new Round(
          base,
          (all - (reading.cpuNanos() - ownNanos)) / half.toNanos(),
          (reading.bytes() - bytes) * 1e9 / half.toNanos());
    }
  }

  private static void settle() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(SETTLE.toNanos());
  }

  private static double cpuNanosWithin(Duration time) throws InterruptedException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long before = system.getProcessCpuTime();
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
    return system.getProcessCpuTime() - before;
  }

  /** Messages that a client lost because it was too slow. */
  public long dropped() {
    return (long) StreamMeters.DROPPED.in(registry).count();
  }

  @Override
  public void close() {
    shutters.shutdownNow();
    producer.close();
    stream.close();
    history.close();
    feed.close();
    server.close();
  }
}
