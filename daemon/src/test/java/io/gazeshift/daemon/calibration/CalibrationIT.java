package io.gazeshift.daemon.calibration;

import static io.gazeshift.testing.InferenceExtension.LONG;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.glance.Aim;
import io.gazeshift.adaptation.glance.FaceStream;
import io.gazeshift.adaptation.glance.FaceWatch;
import io.gazeshift.adaptation.glance.GlanceMaker;
import io.gazeshift.adaptation.glance.GlanceReader;
import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.GlanceScore;
import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.glance.GuidedRun;
import io.gazeshift.adaptation.glance.ScreenPoints.Spot;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.kafka.DeadLetter;
import io.gazeshift.daemon.cli.Commands;
import io.gazeshift.glsge.gate.LabelledFrame;
import io.gazeshift.inference.keys.GlanceSigner;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.testing.Browser;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.SeenPredictions;
import io.gazeshift.testing.TopicReader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Glances of rendered faces that real inference has seen, through a real broker. */
class CalibrationIT {

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  private static final Pattern PAGE = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final ScreenPlace SCREEN =
      ScreenPlace.ofCentre(new PointMm(0, 170, 0), 530, 300, new PointMm(0, 0, 1));

  private static final String STOP_AND_GO_ON_DURING_THE_SECOND_POINT =
      """
      const collectOnce = collect;
      collect = point => {
        const answer = collectOnce(point);
        if (point === 1) {
          collect = collectOnce;
          document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
          get("go").click();
        }
        return answer;
      };
      """;

  private static InferenceService inference;
  private static FaceStream desk;
  private static FaceStream fast;

  @BeforeAll
  static void aCameraRuns() throws Exception {
    inference = BED.service("calibration");
    inference.start();
    desk = new FaceStream(BED, "desk", Duration.ZERO);
    fast = new FaceStream(BED, "fast", Duration.ofHours(1));
    try (SeenPredictions seen = BED.predictions("desk")) {
      seen.awaitAtLeast(10);
    }
  }

  @AfterAll
  static void allIsClosed() throws Exception {
    desk.close();
    fast.close();
    inference.close();
  }

  private int exit;
  private String out = "";
  private String err = "";

  @Test
  void aGlanceIsAddedListedReadAndRemoved() {
    execute("add", "--domain", "desk", "--camera", "desk", "--pitch=-12", "--yaw=4", "--wait=0");
    assertThat(exit).as(err).isZero();
    assertThat(err).contains("Look at the point now");
    assertThat(out)
        .contains("of domain desk: pitch -12.0°, yaw +4.0°")
        .containsPattern("\\d+ frames, spread \\d+\\.\\d°; the head predicts pitch");

    GlanceRules rules =
        GlanceRules.any().ofBackbone(BED.backbone().fingerprint(), BED.backbone().featureSize());
    Glances glances = Glances.read(BED.kafka(), rules);
    CalibrationGlance glance = glances.of("desk").get(0);
    assertThat(glance.getAuthor()).startsWith("person ");
    assertThat(Glances.directions(glances.of("desk")).get(0).pitchDeg())
        .isCloseTo(-12, within(1e-9));
    List<LabelledFrame> frames = glances.labelled(glances.of("desk"));
    assertThat(frames).hasSize(glance.getFramesCount()).hasSizeGreaterThanOrEqualTo(5);
    FeatureSample first = glance.getFrames(0);
    Gaze expected =
        Gaze.ofDegrees(-12, 4).rotatedBy(Rotation.ofRows(first.getNormalisationRotationList()));
    assertThat(frames.get(0).pitchRad()).isCloseTo(expected.pitchRad(), within(1e-12));
    assertThat(frames.get(0).yawRad()).isCloseTo(expected.yawRad(), within(1e-12));
    // By the very features, the head of the model says what inference said.
    assertThat(frames.get(0).features()).hasSize(BED.backbone().featureSize());
    assertThat(BED.model().sourceHead().predict(frames.get(0).features())[0])
        .isCloseTo((float) first.getPrediction().getPitch(), within(0.02f));
    Glances foreign =
        Glances.read(
            BED.kafka(),
            GlanceRules.any().ofBackbone("another backbone", BED.backbone().featureSize()));
    assertThat(foreign.of("desk")).isEmpty();
    assertThat(foreign.rejected("desk").get(0).toString())
        .contains(glance.getGlanceId(), "but the heads are for another back...");

    execute("list");
    assertThat(out).contains("domain desk", glance.getGlanceId());
    execute("list", "--json", "--domain", "desk");
    assertThat(out).contains("\"glance\" : \"%s\"".formatted(glance.getGlanceId()));
    execute("remove", "--domain", "desk", "no-such");
    assertThat(exit).isEqualTo(1);
    assertThat(err).contains("glance no-such: not found in domain desk");
    execute("remove", "--domain", "desk", glance.getGlanceId());
    assertThat(exit).as(err).isZero();
    assertThat(Glances.read(BED.kafka(), GlanceRules.any()).of("desk")).isEmpty();
    execute("list", "--domain", "desk");
    assertThat(out).contains("no glances");
  }

  @Test
  void whoIsNotSeenIsSaid() {
    execute("add", "--domain", "desk", "--camera", "door", "--pitch=1", "--yaw=1", "--wait=0");
    assertThat(exit).isEqualTo(1);
    assertThat(err)
        .contains("camera door: no face of domain desk in 2 s, only of desk (domain desk)")
        .contains("check that cameras and inference run");

    execute("add", "--domain", "fast", "--camera", "fast", "--pitch=1", "--yaw=1", "--wait=0");
    assertThat(exit).isEqualTo(1);
    assertThat(err).containsPattern("camera fast: its faces are 35\\d\\d\\.\\d s ahead of");
  }

  @Test
  void whatIsAskedWronglyIsSaid() {
    execute("add", "--domain", "d", "--camera", "c", "--pitch=1");
    assertThat(exit).isEqualTo(2);
    assertThat(err).contains("give --pitch and --yaw, or --point");
    execute("add", "--domain", "d", "--camera", "c", "--point=1,2");
    assertThat(err).contains("--point: '1,2' is not X,Y,Z in millimetres");
    execute("run", "--domain", "d", "--camera", "c", "--screen", "530x300");
    assertThat(err).contains("--screen, --offset: give both");
    execute("run", "--domain", "d", "--camera", "c");
    assertThat(err).contains("domain 'd' has no screen", "--screen 530x300 --offset 0,170,0");
    execute("remove", "--domain", "d");
    assertThat(err).contains("name the glances, or give --all");
  }

  @Test
  void glancesOfAnotherBackboneStandInTheWay() {
    try (GlanceStore store = new GlanceStore(BED.kafka());
        FaceWatch watch = new FaceWatch(BED.kafka(), "desk", "desk", InstantSource.system())) {
      GlanceMaker maker = maker(Set.of("another"));
      assertThatExceptionOfType(UserError.class)
          .isThrownBy(
              () -> maker.collect(watch, LOOK, new Aim.Direction(Gaze.ofDegrees(0, 0)), store))
          .withMessageContaining("belong to [another]");
    }
  }

  @Test
  void thePageIsServedToThisMachineAndThisRunAlone() throws Exception {
    try (GlanceStore store = new GlanceStore(BED.kafka());
        FaceWatch watch = new FaceWatch(BED.kafka(), "desk", "nowhere", InstantSource.system())) {
      Told told = new Told();
      GuidedRun run = run(watch, store, told, new Spot(0.5, 0.5));
      try (CalibrationServer server = CalibrationServer.start(run, 0, new Random(1))) {
        URI url = URI.create(server.url());
        assertThat(url.getHost()).isEqualTo("127.0.0.1");
        HttpResponse<String> page = get(url);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy"))
            .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
        assertThat(page.body()).doesNotContain("http:", "https:", "src=", "@import", "url(");
        assertThat(get(url.resolve("plan")).body()).contains("\"right\":0.5");
        assertThat(get(url.resolve("/")).statusCode()).isEqualTo(403);
        assertThat(get(url.resolve("/" + "0".repeat(32) + "/")).statusCode()).isEqualTo(403);
        assertThat(get(url.resolve("points/0")).statusCode()).isEqualTo(404);
        assertThat(post(url.resolve("points/1")).statusCode()).isEqualTo(404);
        HttpResponse<String> unseen = post(url.resolve("points/0"));
        assertThat(unseen.statusCode()).isEqualTo(409);
        assertThat(unseen.body()).contains("camera nowhere: no face");
        assertThat(told.failures).hasSize(1);
        watch.close();
        HttpResponse<String> broken = post(url.resolve("points/0"));
        assertThat(broken.statusCode()).isEqualTo(500);
        assertThat(broken.body()).contains("{\"problem\":\"The point could not be collected (");
        assertThat(run.awaitEnd(Duration.ZERO)).isFalse();
        assertThat(post(url.resolve("give-up")).statusCode()).isEqualTo(200);
        assertThat(run.awaitEnd(LONG)).isTrue();
        assertThat(run.howItEnded()).isEqualTo(GuidedRun.End.GIVEN_UP);
        assertThat(run.glances()).isEmpty();
      }
    }
  }

  @Test
  void aBrowserGuidesThroughThePoints(@TempDir Path profile) throws Exception {
    Path chromium = Browser.needed();
    List<Spot> spots = List.of(new Spot(0.5, 0.5), new Spot(0.1, 0.1), new Spot(0.9, 0.1));
    try (GlanceStore store = new GlanceStore(BED.kafka());
        FaceWatch watch = new FaceWatch(BED.kafka(), "desk", "desk", InstantSource.system())) {
      Told told = new Told();
      GuidedRun run = run(watch, store, told, spots.toArray(Spot[]::new));
      try (CalibrationServer server = CalibrationServer.start(run, 0, new Random(2));
          Browser browser = Browser.open(chromium, profile, server.url())) {
        await().atMost(LONG).until(() -> browser.evaluate("typeof begin").equals("function"));
        browser.evaluate(STOP_AND_GO_ON_DURING_THE_SECOND_POINT);
        browser.evaluate("get('go').click(); get('go').click()");
        await()
            .atMost(LONG)
            .untilAsserted(
                () ->
                    assertThat(
                            browser.evaluate(
                                "[document.body.dataset.ended,"
                                    + " document.getElementById('problem').textContent].join(' ')"))
                        .isEqualTo("done "));
        assertThat(run.awaitEnd(LONG)).isTrue();
        assertThat(browser.evaluate("document.getElementById('title').textContent"))
            .isEqualTo("Thank you");
      }
      assertThat(run.howItEnded()).isEqualTo(GuidedRun.End.DONE);
      assertThat(told.failures).isEmpty();
      // The second one twice: what was seen around the stop is replaced.
      assertThat(told.seen).containsExactly(0, 1, 1, 2);
      List<CalibrationGlance> glances = run.glances();
      assertThat(Glances.read(BED.kafka(), GlanceRules.any()).of("desk"))
          .extracting(CalibrationGlance::getGlanceId)
          .containsAll(glances.stream().map(CalibrationGlance::getGlanceId).toList());
      // The left corner, as the person sees it, is the image's right: a smaller yaw.
      assertThat(glances.get(1).getCameraGaze().getYaw())
          .isLessThan(glances.get(2).getCameraGaze().getYaw());
      glances.forEach(glance -> store.remove(glance.getDomain(), glance.getGlanceId()));
    }
  }

  @Test
  void theGuidedRunEndsWithTheQualityOfItsGazeAndSoDoesTheDomain(@TempDir Path dir)
      throws Exception {
    StringWriter told = new StringWriter();
    CompletableFuture<Integer> ending =
        CompletableFuture.supplyAsync(
            () ->
                line(new PrintWriter(told, true), new PrintWriter(told, true))
                    .execute(
                        "glances",
                        "run",
                        "--domain=desk",
                        "--camera=desk",
                        "--screen=530x300",
                        "--offset=0,170,0",
                        "--seconds=0.8",
                        "--report=" + dir.resolve("report.html"),
                        "--kafka=" + BED.broker().bootstrap(),
                        "--set=infer.model=studio"));
    await().atMost(LONG).until(() -> PAGE.matcher(told.toString()).find());
    Matcher page = PAGE.matcher(told.toString());
    assertThat(page.find()).isTrue();
    URI url = URI.create(page.group());
    for (int point = 0; point < 2; point++) {
      assertThat(post(url.resolve("points/" + point)).statusCode())
          .as(told.toString())
          .isEqualTo(200);
    }
    assertThat(post(url.resolve("done")).statusCode()).isEqualTo(200);

    assertThat(ending.get(LONG.toSeconds(), TimeUnit.SECONDS)).as(told.toString()).isZero();
    assertThat(told.toString())
        .containsPattern(
            "Quality at these points: accuracy \\d+\\.\\d\\d° over 2 points; precision RMS")
        .containsPattern(
            "Of camera desk meanwhile: data loss \\d+\\.\\d %, effective frequency \\d+")
        .contains("gazeshift quality --domain desk");

    StringWriter measured = new StringWriter();
    int measuring =
        line(new PrintWriter(measured, true), new PrintWriter(measured, true))
            .execute(
                "quality",
                "--domain=desk",
                "--kafka=" + BED.broker().bootstrap(),
                "--set=infer.model=studio");
    assertThat(measuring).as(measured.toString()).isZero();
    assertThat(measured.toString())
        .contains("Data quality of desk", "before: source head", "desk, face ", "Hz")
        .contains("no adapted head yet");
    execute("remove", "--domain", "desk", "--all");
    assertThat(exit).as(err).isZero();
  }

  private static GuidedRun run(
      FaceWatch watch, GlanceStore store, GuidedRun.Listener listener, Spot... spots) {
    return new GuidedRun(List.of(spots), SCREEN, watch, maker(Set.of()), store, LOOK, listener);
  }

  private static GlanceMaker maker(Set<String> backbones) {
    return new GlanceMaker(
        "desk",
        Optional.empty(),
        backbones,
        "person test",
        () -> UUID.randomUUID().toString(),
        InstantSource.system());
  }

  @Test
  void aSignedDeploymentSignsItsGlancesAndUsesNoOthers(@TempDir Path dir) {
    Glances.read(BED.kafka(), GlanceRules.any())
        .domains()
        .forEach(domain -> execute("remove", "--domain", domain, "--all"));
    KeyFiles mine = KeyFiles.generate(dir.resolve("mine"), new SecureRandom());
    KeyFiles other = KeyFiles.generate(dir.resolve("other"), new SecureRandom());
    String trusted = "--set=infer.trusted-keys=" + mine.publicKey();
    List<String> add =
        List.of("add", "--domain", "vault", "--camera", "desk", "--pitch=1", "--yaw=2", "--wait=0");

    execute(with(add, trusted));
    assertThat(exit).isEqualTo(2);
    assertThat(err).contains("--key: glances must be signed because infer.trusted-keys is set");
    execute(with(add, trusted, "--key=" + other.privateKey()));
    assertThat(exit).isEqualTo(1);
    assertThat(err).contains("does not match any key of infer.trusted-keys");

    List<String> desk = new ArrayList<>(add);
    desk.set(2, "desk");
    execute(with(desk, trusted, "--set=adapt.signing-key=" + mine.privateKey()));
    assertThat(exit).as(err).isZero();
    TrustedKeys keys = TrustedKeys.read(List.of(mine.publicKey()));
    CalibrationGlance signed =
        Glances.read(BED.kafka(), GlanceRules.signedBy(keys)).of("desk").get(0);
    // What others might write: without a signature, with changed content, with another width.
    CalibrationGlance unsigned = copy(signed, "unsigned").clearSignature().build();
    CalibrationGlance forged =
        signed.toBuilder()
            .setGlanceId("forged")
            .setCameraGaze(Gaze.ofDegrees(30, 0).toMessage())
            .build();
    GlanceSigner signer = GlanceSigner.read(mine.privateKey());
    CalibrationGlance narrow =
        signer.sign(
            copy(signed, "narrow")
                .setFrames(
                    0,
                    signed.getFrames(0).toBuilder()
                        .setFeatureFp16(signed.getFrames(0).getFeatureFp16().substring(2)))
                .build());
    try (GlanceStore store = new GlanceStore(BED.kafka())) {
      List.of(unsigned, forged, narrow).forEach(store::publish);
    }

    MeterRegistry registry = new SimpleMeterRegistry();
    GlanceReader reader =
        new GlanceReader(
            BED.kafka(),
            GlanceRules.signedBy(keys)
                .ofBackbone(BED.backbone().fingerprint(), BED.backbone().featureSize()),
            registry,
            InstantSource.system());
    Glances used = reader.read();
    reader.read();
    assertThat(used.of("desk")).containsExactly(signed);
    // Each is counted and copied once, although it was read twice.
    for (String reason : List.of("unsigned", "forged", "wrong_length")) {
      assertThat(
              registry
                  .get("gazeshift.adapt.glances.rejected")
                  .tag("reason", reason)
                  .counter()
                  .count())
          .as(reason)
          .isEqualTo(1);
    }
    assertThat(
            TopicReader.readAll(BED.broker().bootstrap(), Topics.CALIBRATION_DLQ.name()).stream()
                .collect(
                    Collectors.toMap(
                        ConsumerRecord::key,
                        letter ->
                            new String(
                                letter.headers().lastHeader(DeadLetter.REASON).value(), UTF_8))))
        .isEqualTo(
            Map.of(
                "desk@unsigned",
                "unsigned",
                "desk@forged",
                "forged",
                "desk@narrow",
                "wrong_length"));

    execute("list", "--domain", "desk", trusted);
    assertThat(out)
        .contains(signed.getGlanceId())
        .contains("not used: glance desk@unsigned has no signature")
        .contains("not used: glance desk@forged has a signature that no key");
    execute("sign", "--domain", "desk", "unsigned", trusted, "--key=" + mine.privateKey());
    assertThat(exit).as(err).isZero();
    assertThat(out).contains("signed 1 of 4 glances");
    assertThat(reader.read().of("desk"))
        .extracting(CalibrationGlance::getGlanceId)
        .containsExactlyInAnyOrder(signed.getGlanceId(), "unsigned");
    execute("remove", "--domain", "desk", "--all");
    assertThat(exit).as(err).isZero();
  }

  private static CalibrationGlance.Builder copy(CalibrationGlance glance, String id) {
    return glance.toBuilder().setGlanceId(id).clearRecordBytes();
  }

  private static String[] with(List<String> words, String... more) {
    return Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new);
  }

  private void execute(String... words) {
    List<String> line = new ArrayList<>(List.of("glances"));
    Collections.addAll(line, words);
    Collections.addAll(line, "--kafka", BED.broker().bootstrap(), "--set", "infer.model=studio");
    StringWriter toOut = new StringWriter();
    StringWriter toErr = new StringWriter();
    exit =
        line(new PrintWriter(toOut), new PrintWriter(toErr)).execute(line.toArray(String[]::new));
    out = toOut.toString();
    err = toErr.toString();
  }

  private static CommandLine line(PrintWriter out, PrintWriter err) {
    return Commands.line(new Console(out, err, false, 80, Map.of()));
  }

  private static HttpResponse<String> get(URI url) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(url).GET());
  }

  private static HttpResponse<String> post(URI url) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.noBody()));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Remembers what was told. */
  private static final class Told implements GuidedRun.Listener {

    private final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void seen(int point, int count, GlanceScore score) {
      seen.add(point);
    }

    @Override
    public void failed(int point, int count, String why) {
      failures.add(why);
    }
  }
}
