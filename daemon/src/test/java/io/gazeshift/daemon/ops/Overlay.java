package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.Yaml;

/** The manifests of one overlay, rendered by kustomize. */
final class Overlay {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> LASTING = Set.of("DaemonSet", "Deployment", "StatefulSet");

  private final List<JsonNode> manifests = new ArrayList<>();

  private Overlay(String yaml) {
    new Yaml().loadAll(yaml).forEach(each -> manifests.add(JSON.valueToTree(each)));
  }

  /** Skips the test where nothing can render it. */
  static Overlay render(String name) throws Exception {
    return new Overlay(Tools.kustomize(name));
  }

  Stream<JsonNode> all(String kind) {
    return manifests.stream().filter(manifest -> kind.equals(manifest.path("kind").asText()));
  }

  JsonNode one(String kind, String name) {
    List<JsonNode> found = all(kind).filter(manifest -> name(manifest).equals(name)).toList();
    assertThat(found).as("%s %s", kind, name).hasSize(1);
    return found.get(0);
  }

  Set<String> names(String kind) {
    return new TreeSet<>(all(kind).map(Overlay::name).toList());
  }

  static String name(JsonNode manifest) {
    return manifest.at("/metadata/name").asText();
  }

  /** What pods are made from: with labels and a spec, and under what name. */
  record PodTemplate(String workload, boolean lasting, JsonNode labels, JsonNode spec) {

    Stream<JsonNode> containers() {
      return each(spec.path("containers"));
    }

    JsonNode container() {
      assertThat(spec.path("containers")).as(workload).hasSize(1);
      return spec.path("containers").get(0);
    }

    /** Whether a label selector finds these pods. */
    boolean isFoundBy(JsonNode matchLabels) {
      return matchLabels.properties().stream()
          .allMatch(label -> label.getValue().equals(labels.path(label.getKey())));
    }
  }

  List<PodTemplate> pods() {
    return manifests.stream().flatMap(Overlay::pod).toList();
  }

  PodTemplate pod(String workload) {
    return pods().stream().filter(pod -> pod.workload.equals(workload)).findFirst().orElseThrow();
  }

  private static Stream<PodTemplate> pod(JsonNode manifest) {
    boolean lasting = LASTING.contains(manifest.path("kind").asText());
    JsonNode template = manifest.at(lasting ? "/spec/template" : "/spec/jobTemplate/spec/template");
    return template.isMissingNode()
        ? Stream.empty()
        : Stream.of(
            new PodTemplate(
                name(manifest), lasting, template.at("/metadata/labels"), template.path("spec")));
  }

  static Stream<JsonNode> each(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
