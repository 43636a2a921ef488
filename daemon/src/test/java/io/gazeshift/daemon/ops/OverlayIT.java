package io.gazeshift.daemon.ops;

import static io.gazeshift.daemon.ops.Overlay.each;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.ops.Overlay.PodTemplate;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/**
 * What each overlay must hold, and that its parts find each other; {@link DeploymentIT} has the
 * schemas.
 */
class OverlayIT {

  /** Strimzi keeps these: the cluster's certificate, and one for each user. */
  private static final String CLUSTER_CERTIFICATE = "gazeshift-cluster-ca-cert";

  private static final String DEPLOY_PAGE = "docs/operate/deploy.md";

  @ParameterizedTest
  @ValueSource(strings = {"dev", "edge", "production"})
  void nothingComesInOrGoesOutUnlessSomethingOpensIt(String name) throws Exception {
    Overlay overlay = Overlay.render(name);
    JsonNode deny = overlay.one("NetworkPolicy", "gazeshift-deny-all").path("spec");
    assertThat(each(deny.path("policyTypes")).map(JsonNode::asText))
        .containsExactlyInAnyOrder("Ingress", "Egress");
    assertThat(deny.has("ingress") || deny.has("egress")).isFalse();
    assertThat(overlay.pods()).isNotEmpty();
    for (PodTemplate pod : overlay.pods()) {
      assertThat(pod.isFoundBy(deny.at("/podSelector/matchLabels"))).as(pod.workload()).isTrue();
    }
    overlay
        .all("NetworkPolicy")
        .flatMap(policy -> each(policy.at("/spec/egress")))
        .flatMap(rule -> each(rule.path("to")))
        .forEach(to -> assertThat(to.at("/ipBlock/cidr").asText()).isNotEqualTo("0.0.0.0/0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev", "edge", "production"})
  void whateverAPodNamesIsThere(String name) throws Exception {
    Overlay overlay = Overlay.render(name);
    Set<String> secrets = new TreeSet<>(overlay.names("KafkaUser"));
    secrets.add(CLUSTER_CERTIFICATE);
    for (Object made :
        new Yaml()
            .loadAll(
                Files.readString(
                    Tools.ROOT.resolve("k8s/overlays/production/secrets.example.yaml")))) {
      secrets.add((String) ((Map<?, ?>) ((Map<?, ?>) made).get("metadata")).get("name"));
    }
    for (PodTemplate pod : overlay.pods()) {
      assertThat(overlay.names("ServiceAccount"))
          .contains(pod.spec().path("serviceAccountName").asText());
      Set<String> volumes = new TreeSet<>();
      each(pod.spec().path("volumes"))
          .forEach(
              volume -> {
                volumes.add(volume.path("name").asText());
                named(volume, "/configMap/name", overlay.names("ConfigMap"));
                named(volume, "/secret/secretName", secrets);
                named(
                    volume,
                    "/persistentVolumeClaim/claimName",
                    overlay.names("PersistentVolumeClaim"));
              });
      overlay
          .all("StatefulSet")
          .filter(set -> Overlay.name(set).equals(pod.workload()))
          .flatMap(set -> each(set.at("/spec/volumeClaimTemplates")))
          .forEach(claim -> volumes.add(Overlay.name(claim)));
      pod.containers()
          .flatMap(container -> each(container.path("volumeMounts")))
          .forEach(mount -> assertThat(volumes).contains(mount.path("name").asText()));
    }
  }

  private static void named(JsonNode volume, String where, Set<String> there) {
    if (!volume.at(where).isMissingNode()) {
      assertThat(there).contains(volume.at(where).asText());
    }
  }

  /** A configuration that names a file which is not mounted stops the process at its start. */
  @ParameterizedTest
  @ValueSource(strings = {"dev", "edge", "production"})
  void whateverAConfigurationNamesIsMounted(String name) throws Exception {
    Overlay overlay = Overlay.render(name);
    JsonNode files =
        overlay
            .all("ConfigMap")
            .filter(map -> Overlay.name(map).startsWith("gazeshift-config"))
            .findFirst()
            .orElseThrow()
            .path("data");
    for (PodTemplate pod : overlay.pods()) {
      String words = pod.container().path("args").toString();
      String file = words.replaceFirst(".*/etc/gazeshift/([a-z]+\\.yaml).*", "$1");
      assertThat(files.has(file)).as(words).isTrue();
      List<String> mounts =
          each(pod.container().path("volumeMounts"))
              .map(mount -> mount.path("mountPath").asText())
              .toList();
      files
          .path(file)
          .asText()
          .lines()
          .filter(line -> line.matches(".*[: {:](/(etc|models|var|dev|host)/).*"))
          .map(line -> line.replaceFirst("^[^/]*(/[^}\"' ]+).*$", "$1"))
          .forEach(
              path ->
                  assertThat(mounts)
                      .as("%s of %s", path, pod.workload())
                      .anyMatch(
                          mount ->
                              path.equals(mount)
                                  || path.startsWith(mount + "/")
                                  // By a device plugin.
                                  || (path.startsWith("/dev/") && asksForVideo(pod))));
    }
  }

  private static boolean asksForVideo(PodTemplate pod) {
    return pod.container().at("/resources/limits").has("squat.ai/video");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev", "edge", "production"})
  void everyProcessIsAskedHowItIsWhereItAnswers(String name) throws Exception {
    Overlay overlay = Overlay.render(name);
    for (PodTemplate pod : overlay.pods().stream().filter(PodTemplate::lasting).toList()) {
      JsonNode container = pod.container();
      assertThat(each(container.path("ports")).map(port -> port.path("name").asText()))
          .contains("http");
      for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
        assertThat(container.at("/" + probe + "/httpGet/port").asText()).isEqualTo("http");
        assertThat(container.at("/" + probe + "/httpGet/path").asText())
            .isEqualTo(probe.equals("readinessProbe") ? "/readyz" : "/healthz");
      }
    }
    overlay
        .all("Service")
        .forEach(
            service ->
                assertThat(overlay.pods())
                    .as(Overlay.name(service))
                    .anyMatch(pod -> pod.isFoundBy(service.at("/spec/selector"))));
  }

  @Test
  void theEdgeIsOneProcessWithTheCamerasAndTheDisksOfItsMachine() throws Exception {
    Overlay edge = Overlay.render("edge");
    PodTemplate pod = edge.pod("gazeshift-edge");
    assertThat(edge.pods()).hasSize(1);
    assertThat(pod.container().path("args").get(0).asText()).isEqualTo("run");
    assertThat(each(pod.spec().path("volumes")).map(each -> each.at("/hostPath/path").asText()))
        .contains("/dev", "/var/lib/gazeshift");
    assertThat(edge.names("Kafka")).isEmpty();
  }

  /** The kubelet starts no pod whose path on the host is missing: not for an unplugged camera. */
  @ParameterizedTest
  @ValueSource(strings = {"dev", "edge", "production"})
  void noPodWaitsForAPathThatAHostMayLack(String name) throws Exception {
    for (PodTemplate pod : Overlay.render(name).pods()) {
      each(pod.spec().path("volumes"))
          .filter(volume -> volume.has("hostPath"))
          .forEach(
              volume -> {
                JsonNode host = volume.path("hostPath");
                String path = host.path("path").asText();
                assertThat(host.path("type").asText())
                    .as(path)
                    .isEqualTo(path.equals("/dev") ? "Directory" : "DirectoryOrCreate");
              });
    }
  }

  /** A container has a /dev of its own, in which a camera that is plugged in later is missing. */
  @Test
  void theEdgeSeesCamerasThatArePluggedInLater() throws Exception {
    Overlay edge = Overlay.render("edge");
    String devices =
        each(edge.pod("gazeshift-edge").spec().path("volumes"))
            .filter(volume -> volume.at("/hostPath/path").asText().equals("/dev"))
            .map(volume -> volume.path("name").asText())
            .findFirst()
            .orElseThrow();
    String mounted =
        each(edge.pod("gazeshift-edge").container().path("volumeMounts"))
            .filter(mount -> mount.path("name").asText().equals(devices))
            .map(mount -> mount.path("mountPath").asText())
            .findFirst()
            .orElseThrow();
    assertThat(configuration(edge, "edge.yaml")).contains("source: v4l2:" + mounted + "/video0");
  }

  /** A node is chosen by a label, which the reader of the overlay is told to set. */
  @ParameterizedTest
  @ValueSource(strings = {"edge", "production"})
  void theNodesOfCamerasAreNamedByALabel(String name) throws Exception {
    PodTemplate pod =
        Overlay.render(name).pod(name.equals("edge") ? "gazeshift-edge" : "gazeshift-ingest");
    assertThat(pod.spec().at("/nodeSelector").path("gazeshift.io/cameras").asText())
        .isEqualTo("true");
    for (String file : List.of("k8s/overlays/" + name + "/kustomization.yaml", DEPLOY_PAGE)) {
      assertThat(Tools.ROOT.resolve(file))
          .content()
          .contains("kubectl label node NODE gazeshift.io/cameras=true");
    }
  }

  @Test
  void devNeedsNoOperator() throws Exception {
    Overlay dev = Overlay.render("dev");
    assertThat(dev.one("StatefulSet", "gazeshift-broker").at("/spec/replicas").asInt()).isOne();
    for (String kind : List.of("Kafka", "KafkaTopic", "ScaledObject", "PodMonitor")) {
      assertThat(dev.names(kind)).as(kind).isEmpty();
    }
  }

  /** A DaemonSet would render each camera once on every node, and publish it as often. */
  @Test
  void devRendersEachCameraOnceHoweverManyNodesThereAre() throws Exception {
    Overlay dev = Overlay.render("dev");
    assertThat(dev.names("DaemonSet")).isEmpty();
    assertThat(dev.one("Deployment", "gazeshift-ingest-network").at("/spec/replicas").asInt())
        .isOne();
    assertThat(configuration(dev, "network.yaml")).contains("synthetic:");
  }

  @Test
  void devAdaptsWithTheBankOfItsBuiltInModel() throws Exception {
    Overlay dev = Overlay.render("dev");
    assertThat(dev.one("StatefulSet", "gazeshift-adapt").at("/spec/replicas").asInt()).isOne();
    assertThat(configuration(dev, "adapt.yaml"))
        .contains("model: studio")
        .doesNotContain("bank:", "/models");
  }

  /** A role that reads models starts once they are copied from the image that has them. */
  @Test
  void productionBringsItsModels() throws Exception {
    Overlay production = Overlay.render("production");
    assertThat(production.names("PersistentVolumeClaim")).doesNotContain("gazeshift-models");
    for (PodTemplate pod : production.pods().stream().filter(PodTemplate::lasting).toList()) {
      String volume =
          each(pod.container().path("volumeMounts"))
              .filter(mount -> mount.path("mountPath").asText().equals("/models"))
              .map(mount -> mount.path("name").asText())
              .findFirst()
              .orElseThrow();
      JsonNode copy = pod.spec().path("initContainers").path(0);
      assertThat(copy.path("image").asText())
          .as(pod.workload())
          .startsWith("registry.example.com/gazeshift-models:");
      assertThat(copy.at("/volumeMounts/0/name").asText()).isEqualTo(volume);
      assertThat(each(copy.path("command")).map(JsonNode::asText))
          .containsExactly(
              "cp", "-R", "/models/.", copy.at("/volumeMounts/0/mountPath").asText() + "/");
      assertThat(
              each(pod.spec().path("volumes"))
                  .filter(each -> each.path("name").asText().equals(volume))
                  .anyMatch(each -> each.has("emptyDir")))
          .isTrue();
    }
  }

  private static String configuration(Overlay overlay, String file) {
    return overlay
        .all("ConfigMap")
        .filter(map -> Overlay.name(map).startsWith("gazeshift-config"))
        .findFirst()
        .orElseThrow()
        .path("data")
        .path(file)
        .asText();
  }

  @Test
  void productionHasTheTopicsOfTheCodeAndAUserForEachRole() throws Exception {
    Overlay production = Overlay.render("production");
    assertThat(production.names("Kafka")).containsExactly("gazeshift");
    assertThat(production.names("KafkaTopic"))
        .containsExactlyInAnyOrderElementsOf(Topics.ALL.stream().map(Topic::name).toList());
    assertThat(production.names("KafkaUser"))
        .contains("gazeshift-ingest", "gazeshift-infer", "gazeshift-adapt", "gazeshift-operator");
    JsonNode listener = production.one("Kafka", "gazeshift").at("/spec/kafka/listeners");
    assertThat(listener).hasSize(1);
    assertThat(listener.get(0).path("tls").asBoolean()).isTrue();
    assertThat(listener.get(0).at("/authentication/type").asText()).isEqualTo("tls");
  }

  /** Else the namespace turns Kafka's pods away: Strimzi's default is less than it asks for. */
  @Test
  void kafkasPodsAreWhatTheNamespaceAsksFor() throws Exception {
    Overlay production = Overlay.render("production");
    assertThat(
            production
                .one("Namespace", "gazeshift")
                .at("/metadata/labels")
                .path("pod-security.kubernetes.io/enforce")
                .asText())
        .isEqualTo("restricted");
    JsonNode brokers = production.one("KafkaNodePool", "brokers").at("/spec/template");
    JsonNode operator =
        production.one("Kafka", "gazeshift").at("/spec/entityOperator").path("template");
    for (JsonNode pod : List.of(brokers.path("pod"), operator.path("pod"))) {
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.at("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
    }
    for (JsonNode container :
        List.of(
            brokers.path("kafkaContainer"),
            operator.path("topicOperatorContainer"),
            operator.path("userOperatorContainer"))) {
      assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true))
          .isFalse();
      assertThat(container.at("/securityContext/capabilities/drop/0").asText()).isEqualTo("ALL");
    }
  }

  /** Names are asked for, Prometheus asks, and both by the ports that there are. */
  @ParameterizedTest
  @ValueSource(strings = {"dev", "edge", "production"})
  void namesCanBeAskedForAndMetricsBeRead(String name) throws Exception {
    Overlay overlay = Overlay.render(name);
    JsonNode dns = overlay.one("NetworkPolicy", "gazeshift-allow-dns").path("spec");
    assertThat(each(dns.at("/egress/0/ports")).map(port -> port.path("protocol").asText()))
        .contains("UDP", "TCP");
    JsonNode metrics = overlay.one("NetworkPolicy", "gazeshift-allow-metrics").path("spec");
    int open = metrics.at("/ingress/0/ports/0/port").asInt();
    for (PodTemplate pod : overlay.pods()) {
      assertThat(pod.isFoundBy(dns.at("/podSelector/matchLabels"))).isTrue();
      assertThat(pod.isFoundBy(metrics.at("/podSelector/matchLabels"))).isTrue();
      each(pod.container().path("ports"))
          .filter(port -> port.path("name").asText().equals("http"))
          .forEach(port -> assertThat(port.path("containerPort").asInt()).isEqualTo(open));
    }
  }

  @Test
  void productionScalesInferenceByLagUpToThePartitionsThereAre() throws Exception {
    Overlay production = Overlay.render("production");
    JsonNode scaled = production.one("ScaledObject", "gazeshift-infer").path("spec");
    assertThat(scaled.at("/scaleTargetRef/name").asText()).isEqualTo("gazeshift-infer");
    assertThat(scaled.path("maxReplicaCount").asInt()).isEqualTo(Topics.FACES.partitions());
    JsonNode trigger = scaled.at("/triggers/0");
    assertThat(trigger.path("type").asText()).isEqualTo("kafka");
    assertThat(trigger.at("/metadata/topic").asText()).isEqualTo(Topics.FACES.name());
    assertThat(trigger.at("/metadata/consumerGroup").asText())
        .isEqualTo(GazeshiftConfig.load(Optional.empty(), Map.of(), List.of()).infer().group());
    assertThat(production.names("TriggerAuthentication"))
        .contains(trigger.at("/authenticationRef/name").asText());
    assertThat(production.one("StatefulSet", "gazeshift-infer").path("spec").has("replicas"))
        .as("KEDA says how many")
        .isFalse();
  }

  @Test
  void productionSurvivesTheDrainOfANode() throws Exception {
    Overlay production = Overlay.render("production");
    for (String workload : List.of("gazeshift-infer", "gazeshift-adapt")) {
      JsonNode budget = production.one("PodDisruptionBudget", workload).path("spec");
      assertThat(production.pod(workload).isFoundBy(budget.at("/selector/matchLabels"))).isTrue();
    }
    PodTemplate infer = production.pod("gazeshift-infer");
    JsonNode spread = infer.spec().path("topologySpreadConstraints");
    assertThat(each(spread).map(each -> each.path("topologyKey").asText()))
        .contains("topology.kubernetes.io/zone", "kubernetes.io/hostname");
    each(spread)
        .forEach(
            each -> assertThat(infer.isFoundBy(each.at("/labelSelector/matchLabels"))).isTrue());
  }

  @Test
  void productionAdaptsOnAGpuAndReadsCamerasWhereTheyAre() throws Exception {
    Overlay production = Overlay.render("production");
    PodTemplate adapt = production.pod("gazeshift-adapt");
    assertThat(adapt.container().path("image").asText()).contains("gazeshift-cuda:");
    assertThat(adapt.container().at("/resources/limits").path("nvidia.com/gpu").asText())
        .isEqualTo("1");
    assertThat(adapt.spec().at("/tolerations/0/key").asText()).isEqualTo("nvidia.com/gpu");
    assertThat(adapt.spec().path("nodeSelector").has("nvidia.com/gpu.present")).isTrue();

    assertThat(production.names("DaemonSet")).containsExactly("gazeshift-ingest");
    PodTemplate ingest = production.pod("gazeshift-ingest");
    assertThat(asksForVideo(ingest)).isTrue();
    assertThat(ingest.spec().path("nodeSelector").has("gazeshift.io/cameras")).isTrue();
    assertThat(ingest.container().at("/securityContext/privileged").asBoolean()).isFalse();
  }

  /** On every node it would be captured once by each of them, and each face published as often. */
  @Test
  void aNetworkCameraIsCapturedByOneProcess() throws Exception {
    Overlay production = Overlay.render("production");
    JsonNode deployment = production.one("Deployment", "gazeshift-ingest-network").path("spec");
    assertThat(deployment.path("replicas").asInt()).isOne();
    assertThat(deployment.at("/strategy/type").asText()).isEqualTo("Recreate");
    PodTemplate network = production.pod("gazeshift-ingest-network");
    JsonNode policy = production.one("NetworkPolicy", "gazeshift-ingest-to-cameras").path("spec");
    assertThat(network.isFoundBy(policy.at("/podSelector/matchLabels"))).isTrue();
    assertThat(production.pod("gazeshift-ingest").isFoundBy(policy.at("/podSelector/matchLabels")))
        .as("a node's own cameras need no network")
        .isFalse();
    JsonNode files =
        production
            .all("ConfigMap")
            .filter(map -> Overlay.name(map).startsWith("gazeshift-config"))
            .findFirst()
            .orElseThrow()
            .path("data");
    assertThat(files.path("ingest.yaml").asText()).contains("/dev/").doesNotContain("://");
    assertThat(files.path("network.yaml").asText()).doesNotContain("/dev/");
  }

  @Test
  void productionIsWatched() throws Exception {
    Overlay production = Overlay.render("production");
    JsonNode monitor = production.one("PodMonitor", "gazeshift").path("spec");
    assertThat(monitor.at("/podMetricsEndpoints/0/port").asText()).isEqualTo("http");
    assertThat(monitor.at("/podMetricsEndpoints/0/path").asText()).isEqualTo("/metrics");
    for (PodTemplate pod : production.pods()) {
      assertThat(pod.isFoundBy(monitor.at("/selector/matchLabels"))).as(pod.workload()).isTrue();
    }
    assertThat(production.one("PrometheusRule", "gazeshift").at("/spec/groups/0/rules"))
        .isNotEmpty();
    // kube-prometheus-stack looks at nothing without it.
    for (String kind : List.of("PodMonitor", "PrometheusRule")) {
      assertThat(production.one(kind, "gazeshift").at("/metadata/labels/release").asText())
          .as(kind)
          .isEqualTo("kube-prometheus-stack");
    }
    JsonNode dashboards = production.one("ConfigMap", "gazeshift-dashboards");
    assertThat(dashboards.at("/metadata/labels/grafana_dashboard").asText()).isEqualTo("1");
    assertThat(dashboards.path("data").properties())
        .extracting(Map.Entry::getKey)
        .contains("fleet.json", "camera.json", "domain.json", "targets.json", "runtime.json");
  }

  @Test
  void productionSavesItsHeadsEveryNight() throws Exception {
    Overlay production = Overlay.render("production");
    PodTemplate backup = production.pod("gazeshift-backup");
    assertThat(backup.container().path("args").get(0).asText()).contains("models backup");
    assertThat(each(backup.container().path("volumeMounts")).map(m -> m.path("mountPath").asText()))
        .contains("/backup");
  }
}
