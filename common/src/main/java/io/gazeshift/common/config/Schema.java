package io.gazeshift.common.config;

import io.gazeshift.common.config.RenamedKeys.Renamed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All settings of a program, in the order in which they are shown. */
public final class Schema {

  private static final Pattern INDEX = Pattern.compile("\\[(0|[1-9]\\d{0,2})]");

  private final Map<String, Setting<?>> byPath = new LinkedHashMap<>();
  private final RenamedKeys renamed;

  /** The settings must not share a path or an environment variable. */
  public Schema(Collection<Setting<?>> settings) {
    this(settings, RenamedKeys.NONE);
  }

  /** Every new name of a renamed key must be a setting, and no old one may be. */
  public Schema(Collection<Setting<?>> settings, RenamedKeys renamed) {
    this.renamed = renamed;
    Set<String> variables = new HashSet<>();
    for (Setting<?> setting : settings) {
      if (byPath.put(setting.path(), setting) != null || !variables.add(setting.variable())) {
        throw new IllegalArgumentException(setting.path() + ": declared twice");
      }
    }
    for (Renamed key : renamed.all()) {
      if (byPath.containsKey(key.oldPath()) || !byPath.containsKey(key.newPath())) {
        throw new IllegalArgumentException(
            "%s: renamed to %s, which must be a setting in its stead"
                .formatted(key.oldPath(), key.newPath()));
      }
    }
  }

  /** The settings, in the order in which they were declared. */
  public List<Setting<?>> settings() {
    return List.copyOf(byPath.values());
  }

  /** The keys that had other names. */
  RenamedKeys renamed() {
    return renamed;
  }

  /** A commented YAML file with every setting at its default, commented out. */
  public String exampleYaml() {
    return new ExampleYaml(settings()).text();
  }

  /** The setting that a concrete path such as {@code cameras[0].id} belongs to. */
  Optional<Setting<?>> find(String path) {
    Setting<?> exact = byPath.get(template(path));
    if (exact != null && !exact.isFreeMap()) {
      return Optional.of(exact);
    }
    return byPath.values().stream()
        .filter(s -> s.isFreeMap() && path.startsWith(s.keyPrefix()))
        .filter(s -> path.length() > s.keyPrefix().length())
        .findFirst();
  }

  /** Whether settings lie below this path. */
  boolean isSection(String path) {
    return sections().contains(template(path));
  }

  /** The setting that takes a value where keys below it were given, as in {@code port: {a: 1}}. */
  Optional<Setting<?>> settingAbove(String path) {
    return byPath.values().stream()
        .filter(s -> !s.isFreeMap() && template(path).startsWith(s.path() + "."))
        .findFirst();
  }

  /** The known path that was probably meant by an unknown one. */
  Optional<String> suggestion(String path) {
    String template = template(path);
    Optional<String> near = NearestWord.to(template, candidates());
    if (near.isEmpty()) {
      // The right key in the wrong place.
      String lastKey = "." + template.substring(template.lastIndexOf('.') + 1);
      near = candidates().stream().filter(candidate -> candidate.endsWith(lastKey)).findFirst();
    }
    return near.map(n -> withIndexOf(path, n));
  }

  /** A concrete path without its index, as settings have it: {@code cameras[].id}. */
  static String template(String path) {
    return INDEX.matcher(path).replaceAll("[]");
  }

  /** The template with the index of a concrete path, if that has one. */
  static String withIndexOf(String path, String template) {
    Matcher index = INDEX.matcher(path);
    return index.find() ? template.replace("[]", index.group()) : template;
  }

  private List<String> candidates() {
    List<String> all = new ArrayList<>();
    byPath.values().stream().filter(s -> !s.isFreeMap()).forEach(s -> all.add(s.path()));
    all.addAll(sections());
    return all;
  }

  /** {@code a.b[].c} lies in the sections {@code a}, {@code a.b} and {@code a.b[]}. */
  private Set<String> sections() {
    Set<String> sections = new LinkedHashSet<>();
    for (String path : byPath.keySet()) {
      for (int dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
        String section = path.substring(0, dot);
        sections.add(section);
        sections.add(section.replaceFirst("\\[]$", ""));
      }
    }
    return sections;
  }
}
