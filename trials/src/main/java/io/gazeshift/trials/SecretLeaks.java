package io.gazeshift.trials;

import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Listeners;
import io.gazeshift.trials.harness.RawHttp;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialSite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that configured secrets do not leak through output or an open port. */
final class SecretLeaks {

  static final String ROW = "intruder: secrets and open ports";
  static final String TOKEN = "hunter2-of-the-page-never-to-be-seen";

  private static final String CAMERA = "hunter2-of-the-camera-never-to-be-seen";
  private static final String KEY = "hunter2-of-the-key-never-to-be-seen";
  private static final String KEYSTORE = "hunter2-of-the-keystore-never-to-be-seen";
  private static final String JAAS = "hunter2-of-the-broker-never-to-be-seen";

  private final Optional<String> faceModels;

  /** A camera with a password is a real one, and needs the face models. */
  SecretLeaks(Optional<String> faceModels) {
    this.faceModels = faceModels;
  }

  /** Whatever takes a secret is given one. */
  List<String> settings() {
    List<String> settings = new ArrayList<>();
    faceModels.ifPresent(
        models -> {
          settings.add(models);
          settings.add("cameras[1].id=door");
          // There is no camera; the error must not contain the password.
          settings.add("cameras[1].source=rtsp://guard:%s@127.0.0.1:9/door".formatted(CAMERA));
        });
    settings.add("kafka.properties.ssl.key.password=" + KEY);
    settings.add("kafka.properties.ssl.keystore.password=" + KEYSTORE);
    settings.add(
        ("kafka.properties.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule"
                + " required username=\"guard\" password=\"%s\";")
            .formatted(JAAS));
    return settings;
  }

  /** Ends the process, which has all these settings, so that its log is whole. */
  TrialResult row(TrialSite site, RoleProcess run, RawHttp http, List<String> settings)
      throws Exception {
    if (faceModels.isEmpty()) {
      return TrialResult.notRun(
          ROW, "a camera with a password needs the face models, which npm did not provide");
    }
    Checks checks = new Checks();
    Map<String, String> told = new LinkedHashMap<>();
    for (String path :
        List.of("/", "/readyz", "/metrics", "/api/live", "/api/models?domain=lobby")) {
      told.put(path, http.get(path).text());
    }
    for (String command : List.of("config", "doctor")) {
      told.put("gazeshift " + command, told(site, command, settings));
    }
    told.put("the broker's metrics", site.broker().meters().text());
    List<ProcessHandle> all = new ArrayList<>(List.of(run.handle(), site.broker().handle()));
    site.broker().handle().descendants().forEach(all::add);
    for (ProcessHandle process : all) {
      checks.that(
          "no port is open beyond the loopback interface",
          Listeners.beyondLoopback(process).isEmpty(),
          Listeners.beyondLoopback(process));
    }
    checks.equal("it shuts down cleanly", 0, run.stop());
    told.put("the log", run.log());
    told.put("the broker's log", site.broker().log());
    checks.that(
        "the log names the failing camera", told.get("the log").contains("door"), "nothing");
    checks.that(
        "the configuration is shown", told.get("gazeshift config").contains("jaas"), "not so");
    told.forEach(
        (where, text) ->
            checks.that(
                "no token and no password of a camera, key, key store or Kafka appears in"
                    + " logs, metrics, pages or command output",
                in(text).isEmpty(),
                in(text) + " in " + where));
    return TrialResult.of(ROW, "%d processes".formatted(all.size()), new Recovery(), checks, "");
  }

  /** The secrets that a text tells. */
  static List<String> in(String text) {
    return Stream.of(TOKEN, CAMERA, KEY, KEYSTORE, JAAS).filter(text::contains).toList();
  }

  /** What a command says, with everything that it may say. */
  private static String told(TrialSite site, String command, List<String> settings)
      throws InterruptedException {
    List<String> words = new ArrayList<>(List.of(command, "-v", "--kafka", site.bootstrap()));
    for (String setting : settings) {
      words.addAll(List.of("--set", setting));
    }
    try (ProgramProcess program =
        ProgramProcess.run(site.home(), Map.of(), words.toArray(String[]::new))) {
      return program.toString();
    }
  }
}
