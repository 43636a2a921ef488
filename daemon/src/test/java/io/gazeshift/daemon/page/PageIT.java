package io.gazeshift.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.testing.Browser;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.TestHeads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a real process with rendered cameras, in a real browser. */
class PageIT {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String TOKEN = "correct-horse-battery-staple";
  private static final Path PHOTOGRAPHS = Path.of("target", "page").toAbsolutePath();

  @TempDir static Path home;
  private static Path chromium;
  private static ProgramProcess program;
  private static String url;

  @BeforeAll
  static void start() throws Exception {
    chromium = Browser.needed();
    Path token = Files.writeString(home.resolve("token"), TOKEN);
    program =
        ProgramProcess.start(
            home,
            Map.of(),
            "run",
            "--set=http.listen=0",
            "--set=http.admin-token-file=" + token,
            "--set=cameras[0].id=lab",
            "--set=cameras[0].source=synthetic:lab",
            "--set=cameras[0].fps=5",
            "--set=cameras[1].id=vehicle",
            "--set=cameras[1].source=synthetic:vehicle",
            "--set=cameras[1].fps=5",
            "--set=events.enabled=true",
            "--set=domains[0].name=lab",
            // Where the heads below look.
            "--set=domains[0].targets=wall screen 0 -90 0 size 900 600 pixels 1920 1080",
            "--set=domains[1].name=vehicle",
            "--set=domains[1].targets=road direction 6.5 -20 radius 9deg,"
                + " instruments direction -11.5 -19 radius 8deg, console direction -18 6.5 radius 9deg",
            "--set=domains[1].distance-mm=670");
    url = said("the page at (http://\\S+/) and");
    publish("lab", 0.1f, 0.2f);
  }

  @AfterAll
  static void stop() throws Exception {
    if (program != null) {
      try (ProgramProcess running = program) {
        running.interrupt();
        assertThat(running.waitFor(Duration.ofSeconds(60))).as(running::toString).isZero();
        assertThat(running.err()).doesNotContain(TOKEN);
      }
    }
  }

  @Test
  void bothCamerasAreSeenAndAHeadIsTakenBackWithTheToken(@TempDir Path profile) throws Exception {
    try (Browser browser = Browser.open(chromium, profile, url)) {
      browser.resize(1400, 900);
      browser.reloadNoting();
      awaitTrue(browser, "document.querySelectorAll('.picture.seen').length === 2");
      awaitTrue(browser, "document.querySelectorAll('.arrow.predicted').length === 2");
      awaitTrue(browser, "document.querySelectorAll('.arrow.truth').length === 2");
      awaitTrue(browser, "document.querySelectorAll('.errors polyline').length === 4");
      for (String camera : List.of("lab", "vehicle")) {
        String numbers = "document.querySelector('[data-camera=%s] .facts').textContent";
        String before = browser.evaluate(numbers.formatted(camera));
        await()
            .atMost(LONG)
            .until(() -> !browser.evaluate(numbers.formatted(camera)).equals(before));
      }
      awaitText(browser, "[data-domain=lab] .badge.version", "head 2");
      awaitText(browser, "[data-domain=vehicle] .badge.version", "source head");
      awaitText(browser, "#state", "Healthy");
      whatIsLookedAtIsSeen(browser);
      assertThat(browser.complaints()).isEmpty();
      browser.photograph(PHOTOGRAPHS.resolve("desktop.png"));

      awaitTrue(browser, "document.querySelector('[data-domain=lab] [data-back=\"1\"]') !== null");
      awaitTrue(browser, "document.querySelectorAll('[data-domain=lab] .by-hand').length > 0");
      browser.click("[data-domain=lab] [data-back=\"1\"]");
      order(browser, "not-the-token-at-all");
      awaitText(browser, "#order-problem", "Wrong admin token.");
      browser.photograph(PHOTOGRAPHS.resolve("wrong-token.png"));
      assertThat(text(browser, "[data-domain=lab] .badge.version")).isEqualTo("head 2");
      order(browser, TOKEN);
      awaitText(browser, "[data-domain=lab] .badge.version", "head 3");
      awaitText(browser, "#told", "lab: head 3 is active, with the weights of head 1");
      awaitTrue(
          browser,
          "document.querySelector('[data-domain=lab] .versions .active').textContent"
              + ".includes('weights of head 1')");
      awaitTrue(browser, "!document.getElementById('order').open");
      assertThat(program.err())
          .contains("wrong token")
          .contains("admin: rollback of domain lab by 127.0.0.1: head 3 is active");
    }
  }

  @Test
  void aPhoneShowsItWithoutScrollingSideways(@TempDir Path profile) throws Exception {
    try (Browser browser = Browser.open(chromium, profile, url)) {
      browser.becomePhone(390, 844);
      browser.reloadNoting();
      awaitTrue(browser, "matchMedia('(pointer: coarse)').matches && devicePixelRatio === 2");
      awaitTrue(browser, "document.querySelectorAll('.picture.seen').length > 0");
      awaitTrue(browser, "document.querySelectorAll('.gaze ellipse').length > 1");
      awaitTrue(browser, "document.querySelectorAll('.looks .chances rect').length > 0");
      awaitTrue(browser, "document.querySelectorAll('.looks .view').length === 1");
      assertThat(browser.evaluate("String(document.documentElement.scrollWidth)")).isEqualTo("390");
      // A finger needs some room.
      awaitTrue(
          browser,
          "[...document.querySelectorAll('[data-back], .actions button')]"
              + ".every(button => button.getBoundingClientRect().height >= 32)");
      browser.click("[data-domain=vehicle] .actions button:last-child");
      awaitText(browser, "#order-title", "Pin vehicle");
      awaitTrue(
          browser, "document.getElementById('order').getBoundingClientRect().right <= innerWidth");
      browser.photograph(PHOTOGRAPHS.resolve("phone-order.png"));
      browser.click("#order-cancel");
      awaitTrue(browser, "!document.getElementById('order').open");
      assertThat(browser.complaints()).isEmpty();
      browser.photograph(PHOTOGRAPHS.resolve("phone.png"));
    }
  }

  private static void whatIsLookedAtIsSeen(Browser browser) {
    String lab = "[data-targets=lab] ";
    awaitTrue(
        browser,
        "document.querySelector('%s.look-now').textContent.startsWith('looks at wall')"
            .formatted(lab));
    awaitTrue(browser, "document.querySelectorAll('%s.chances rect').length === 2".formatted(lab));
    awaitTrue(
        browser, "document.querySelector('%s.where').textContent.includes(' px')".formatted(lab));
    awaitTrue(browser, "document.querySelector('%s.doubt') !== null".formatted(lab));
    // Some of the map is as bright as its scale goes, and its corner is dark.
    awaitTrue(
        browser,
        """
        (() => {
          const canvas = document.querySelector('%s.view canvas');
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          const green = data.filter((value, index) => index %% 4 === 1);
          const corner = Math.round(0.2 * canvas.height) * canvas.width
            + Math.round(0.12 * canvas.width);
          return Number(canvas.dataset.seconds) > 0
            && green.reduce((a, b) => Math.max(a, b)) > 200 && green[corner] < 100;
        })()
        """
            .formatted(lab));
    awaitTrue(browser, "document.querySelectorAll('%s.blink').length > 0".formatted(lab));
    String vehicle = "[data-targets=vehicle] ";
    awaitTrue(
        browser, "document.querySelectorAll('%s.chances rect').length === 4".formatted(vehicle));
    awaitTrue(
        browser,
        "document.querySelectorAll('%s.glance:not(.ongoing)').length > 0".formatted(vehicle));
    awaitTrue(
        browser,
        "/of the last \\d+ s/.test(document.querySelector('%s.off-road').textContent)"
            .formatted(vehicle));
    awaitTrue(browser, "document.querySelectorAll('%s.shares rect').length > 1".formatted(vehicle));
  }

  private static void order(Browser browser, String token) {
    awaitTrue(
        browser,
        "document.getElementById('order').open && !document.getElementById('order-go').disabled");
    browser.evaluate("document.getElementById('order-token').value = ''");
    browser.click("#order-token");
    browser.type(token);
    browser.click("#order-go");
  }

  private static void awaitText(Browser browser, String selector, String expected) {
    await()
        .atMost(LONG)
        .untilAsserted(() -> assertThat(text(browser, selector)).isEqualTo(expected));
  }

  private static String text(Browser browser, String selector) {
    return browser.evaluate("document.querySelector('%s')?.textContent".formatted(selector));
  }

  private static void awaitTrue(Browser browser, String condition) {
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(browser.evaluate("String(%s)".formatted(condition)))
                    .as(condition)
                    .isEqualTo("true"));
  }

  /** Heads that always predict the same, as if a person had imported them. */
  private static void publish(String domain, float... pitches) {
    KafkaAccess kafka = new KafkaAccess(said("Kafka at (\\S+);"), Map.of());
    HeadFile source = ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHeadFile();
    int inputs = source.head().layers().get(0).inputs();
    try (HeadVersions versions = new HeadVersions(kafka, TrustedKeys.none());
        HeadPublisher publisher = new HeadPublisher(kafka, versions)) {
      Registrar registrar = new Registrar(versions, Optional.empty(), InstantSource.system());
      for (int i = 0; i < pitches.length; i++) {
        HeadFile head =
            new HeadFile(TestHeads.constant(inputs, pitches[i], 0), source.backboneFingerprint());
        long parent = i;
        publisher.publish(
            () -> registrar.introduce(domain, head, parent, "for a test", Author.person("test")));
      }
    }
  }

  private static String said(String pattern) {
    Pattern wanted = Pattern.compile(pattern);
    await().atMost(LONG).until(() -> wanted.matcher(program.out()).find() || !program.isAlive());
    Matcher found = wanted.matcher(program.out());
    assertThat(found.find()).as(program::toString).isTrue();
    return found.group(1);
  }
}
