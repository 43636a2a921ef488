package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The files for operators say what the code says. */
class DeploymentFilesTest {

  private static final Path ROOT = Path.of("..");
  private static final int REPLICAS = 3;

  /** Commands whose result goes to a namespace or a file: up to the end of the line or the code. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "kubectl (?:-n \\S+ )?(?:create|get|describe|port-forward|logs)\\b[^`\n]*"
              + "|gazeshift models export --[^`\n]*");

  private static final Path TOPICS = ROOT.resolve("k8s/overlays/production/topics.yaml");

  /** {@code -Dgazeshift.write=true} writes the file instead of comparing it. */
  @Test
  void theTopicsOfProductionAreThoseOfTheCode() throws IOException {
    if (Boolean.getBoolean("gazeshift.write")) {
      Files.writeString(TOPICS, topics());
    }
    assertThat(TOPICS)
        .withFailMessage("topics.yaml is old: run this test with -Dgazeshift.write=true")
        .hasContent(topics());
  }

  private static String topics() {
    StringBuilder yaml = new StringBuilder("# Written by DeploymentFilesTest from the code.\n");
    for (Topic topic : Topics.ALL) {
      yaml.append(
          """
          ---
          apiVersion: kafka.strimzi.io/v1
          kind: KafkaTopic
          metadata:
            name: %s
            labels:
              strimzi.io/cluster: gazeshift
          spec:
            partitions: %d
            replicas: %d
            config:
          """
              .formatted(topic.name(), topic.partitions(), REPLICAS));
      topic
          .configs(REPLICAS)
          .forEach((key, value) -> yaml.append("    %s: %s%n".formatted(key, value)));
    }
    return yaml.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev/config/broker.yaml",
        "dev/config/network.yaml",
        "dev/config/infer.yaml",
        "dev/config/adapt.yaml",
        "edge/config/edge.yaml",
        "production/config/ingest.yaml",
        "production/config/network.yaml",
        "production/config/infer.yaml",
        "production/config/adapt.yaml",
        "production/config/operator.yaml"
      })
  void everyConfigurationIsTaken(String name, @TempDir Path directory) throws IOException {
    Path given = ROOT.resolve("k8s/overlays").resolve(name);
    // A password, or the address of a camera with one.
    Path secret =
        Files.writeString(directory.resolve("secret"), "rtsp://viewer:secret@10.20.0.11/stream1");
    // Where the secrets of Kubernetes would be.
    String text =
        Files.readString(given).replaceAll("\\$\\{file:[^}]*}", "\\${file:" + secret + "}");
    Path file = Files.writeString(directory.resolve("gazeshift.yaml"), text);
    GazeshiftConfig config =
        GazeshiftConfig.load(Optional.of(file), Map.of("NODE_NAME", "node-7"), List.of());
    assertThat(config.http().listen()).isPresent();
  }

  @Test
  void theOperatorsRulesAreTheRules() throws IOException {
    Map<String, Object> rules = yaml("alerts/gazeshift.rules.yaml");
    Map<String, Object> resource = yaml("alerts/prometheus-rule.yaml");
    assertThat(json(resource.get("spec"))).isEqualTo(json(rules));
  }

  /** The runbook explains every alert and what to do about it. */
  @Test
  void everyAlertIsExplained() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/operate/troubleshoot.md"));
    List<String> alerts =
        Files.readAllLines(ROOT.resolve("alerts/gazeshift.rules.yaml")).stream()
            .filter(line -> line.contains("- alert: "))
            .map(line -> line.replaceFirst(".*- alert: ", ""))
            .toList();
    assertThat(alerts).hasSizeGreaterThan(9);
    for (String alert : alerts) {
      assertThat(page).containsPattern("\n### " + alert + "\n\n[^#]{10,}\n\n[^#]{10,}\n");
    }
  }

  /** A person who is woken up by an alert finds its section with one click. */
  @Test
  void everyAlertLeadsToItsSection() throws IOException {
    List<String> lines = Files.readAllLines(ROOT.resolve("alerts/gazeshift.rules.yaml"));
    String alert = "";
    int found = 0;
    for (String line : lines) {
      if (line.contains("- alert: ")) {
        alert = line.replaceFirst(".*- alert: ", "");
      } else if (line.contains("runbook_url:")) {
        assertThat(line)
            .endsWith(
                "\"docs/operate/troubleshoot.md#%s\"".formatted(alert.toLowerCase(Locale.ROOT)));
        found++;
      }
    }
    assertThat(found).isEqualTo(lines.stream().filter(l -> l.contains("- alert: ")).count());
  }

  /** What is stored of people, and for how long, can be looked up for every topic. */
  @Test
  void itIsSaidHowLongEachTopicIsKept() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/operate/privacy.md"));
    String table = page.substring(page.indexOf("# Privacy and retention"));
    for (Topic topic : Topics.ALL) {
      String kept = topic.retention().map(DeploymentFilesTest::inWords).orElse("");
      assertThat(table)
          .containsPattern(
              "\n\\| [^|]+ \\| [^|]*`%s`[^|]* \\| %s\\b[^|]* \\|"
                  .formatted(Pattern.quote(topic.name()), kept));
    }
  }

  private static String inWords(Duration time) {
    long days = time.toDays();
    return days == 0 ? time.toMinutes() + " minutes" : days == 1 ? "1 day" : days + " days";
  }

  /** Secrets are created before the overlay, so they name the namespace, which is created first. */
  @Test
  void secretsNameTheirNamespace() throws IOException {
    String secrets = Files.readString(ROOT.resolve("k8s/overlays/production/secrets.example.yaml"));
    int count = 0;
    for (Object secret : new Yaml().loadAll(secrets)) {
      assertThat(((Map<?, ?>) secret).get("metadata"))
          .asInstanceOf(InstanceOfAssertFactories.MAP)
          .containsEntry("namespace", "gazeshift");
      count++;
    }
    assertThat(count).isGreaterThan(3);
    String steps = Files.readString(ROOT.resolve("k8s/overlays/production/kustomization.yaml"));
    assertThat(steps)
        .containsSubsequence(
            "kubectl apply -f k8s/overlays/production/namespace.yaml",
            "kubectl apply -f my-secrets.yaml",
            "kubectl apply -k k8s/overlays/production");
  }

  /** A command that is copied from a page works as it is. */
  @Test
  void commandsInThePagesAreWhole() throws IOException {
    List<String> incomplete = new ArrayList<>();
    int found = 0;
    for (Path page : pages()) {
      Matcher command = COMMAND.matcher(Files.readString(page).replaceAll("\\\\\n *", ""));
      while (command.find()) {
        found++;
        String text = command.group().replaceAll("\\s+", " ");
        boolean whole =
            text.startsWith("kubectl")
                ? text.contains(" -n ") || text.contains(" -A")
                : text.contains(" --out ");
        if (!whole) {
          incomplete.add(ROOT.relativize(page) + ": " + text);
        }
      }
    }
    assertThat(found).isGreaterThan(5);
    assertThat(incomplete).isEmpty();
  }

  /** For clusters without Strimzi, the page has the same permissions as a table. */
  @Test
  void theKafkaPermissionsInThePageAreThoseOfProduction() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/operate/deploy.md"));
    Map<String, String> rows =
        Map.of(
            "gazeshift-ingest", "`ingest`",
            "gazeshift-infer", "`infer`",
            "gazeshift-adapt", "`adapt`",
            "gazeshift-operator", "operators");
    KafkaUsers users = KafkaUsers.ofProduction();
    for (String user : users.names()) {
      List<String> cells =
          rows.containsKey(user)
              ? List.of(
                  found(page, "(?m)^\\| (%s \\|.*) \\|$".formatted(rows.get(user)))
                      .get(0)
                      .split(" \\| "))
              // Reads and writes nothing.
              : List.of(user, "", "", "", "");
      assertThat(cells).as(user).hasSize(5);
      assertThat(names(cells.get(1)))
          .as("topics that %s writes", user)
          .isEqualTo(users.names(user, ResourceType.TOPIC, AclOperation.WRITE));
      assertThat(names(cells.get(2)))
          .as("topics that %s reads", user)
          .isEqualTo(users.names(user, ResourceType.TOPIC, AclOperation.READ));
      assertThat(names(cells.get(3)))
          .as("groups of %s", user)
          .isEqualTo(users.names(user, ResourceType.GROUP, AclOperation.READ));
      assertThat(names(cells.get(4)))
          .as("transactional ids of %s", user)
          .isEqualTo(users.names(user, ResourceType.TRANSACTIONAL_ID, AclOperation.WRITE));
      assertThat(users.names(user, ResourceType.CLUSTER, AclOperation.IDEMPOTENT_WRITE))
          .as("whether %s writes", user)
          .hasSize(names(cells.get(1)).isEmpty() ? 0 : 1);
    }
  }

  private static Set<String> names(String cell) {
    return new TreeSet<>(found(cell, "`(gaze(?:\\.|shift-)[^`]+)`"));
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return docs.filter(path -> path.toString().endsWith(".md"))
          // Its options are listed there; the command is not one to copy.
          .filter(path -> !path.endsWith("reference/cli.md"))
          .sorted()
          .toList();
    }
  }

  @Test
  void theChangesOfThisVersionAreTold() throws IOException {
    String version =
        Files.readString(ROOT.resolve("pom.xml"))
            .replaceFirst("(?s).*?<artifactId>gazeshift</artifactId>\\s*<version>([^<]+)<.*", "$1");
    assertThat(Files.readAllLines(ROOT.resolve("CHANGELOG.md"))).contains("## " + version);
  }

  /** Who owns the image's directories is who the pods run as. */
  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile", "Dockerfile.cuda"})
  void theUserOfAnImageIsThatOfThePods(String name) throws IOException {
    String user =
        Files.readString(ROOT.resolve("k8s/base/infer/infer.yaml"))
            .replaceFirst("(?s).*runAsUser: (\\d+).*", "$1");
    assertThat(ROOT.resolve(name))
        .content()
        .contains("\nUSER %1$s:%1$s\n".formatted(user))
        .contains("install -d -o %1$s -g %1$s /var/lib/gazeshift".formatted(user));
  }

  /** A release builds from the same images every time, and from others by --build-arg. */
  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile", "Dockerfile.cuda"})
  void everyBaseImageIsAnArgumentWithADigest(String name) throws IOException {
    String file = Files.readString(ROOT.resolve(name));
    Map<String, String> arguments =
        Pattern.compile("(?m)^ARG (\\w+)=(.+)$")
            .matcher(file.substring(0, file.indexOf("\nFROM ")))
            .results()
            .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    List<String> stages = found(file, "(?m)^FROM .* AS (\\w+)$");
    List<String> bases = found(file, "(?m)^FROM (?:--platform=\\S+ )?(\\S+).*$");
    bases.removeAll(stages);

    assertThat(bases).hasSizeGreaterThan(1);
    assertThat(bases)
        .allSatisfy(
            base ->
                assertThat(arguments.get(base.replaceAll("[${}]", "")))
                    .as(base)
                    .matches("[\\w./-]+:[\\w.-]+@sha256:[0-9a-f]{64}"));
  }

  private static List<String> found(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** DJL's JNI library works with the libtorch it was built with, and no other. */
  @Test
  void theCudaImageHasTheTorchOfTheEngine() throws IOException {
    String version =
        Files.readString(ROOT.resolve("pom.xml"))
            .replaceFirst("(?s).*<torch.version>([^<]+)<.*", "$1");
    assertThat(ROOT.resolve("Dockerfile.cuda"))
        .content()
        .contains("ARG TORCH=%s\n".formatted(version))
        .contains("PYTORCH_VERSION=%s ".formatted(version));
  }

  private static Map<String, Object> yaml(String file) throws IOException {
    return new Yaml().load(Files.readString(ROOT.resolve(file)));
  }

  private static String json(Object value) throws JsonProcessingException {
    return new ObjectMapper().writeValueAsString(value);
  }
}
