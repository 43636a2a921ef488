package io.gazeshift.common.config;

import io.gazeshift.common.config.EffectiveConfig.Entry;
import io.gazeshift.common.config.GivenValue.Form;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Merges the sources of configuration, later ones over earlier ones: defaults, the YAML file, the
 * environment, command-line options. Reports all errors at once.
 */
public final class ConfigLoader {

  private static final String DEFAULT_ORIGIN = "default";
  private static final Pattern LIST_ITEM = Pattern.compile("^([^\\[]+)\\[(0|[1-9]\\d{0,2})]");

  private final Schema schema;
  private final Map<String, String> environment;
  private final ValueReferences references;

  public ConfigLoader(Schema schema, Map<String, String> environment) {
    this.schema = schema;
    this.environment = Map.copyOf(environment);
    this.references = new ValueReferences(environment);
  }

  /**
   * Loads the configuration.
   *
   * @param flags values from the command line; of two for one path, the later one counts
   * @throws io.gazeshift.common.UserError with one line for each problem
   */
  public EffectiveConfig load(Optional<Path> file, List<GivenValue> flags) {
    Problems problems = new Problems();
    List<GivenValue> all = new ArrayList<>();
    file.ifPresent(f -> all.addAll(YamlFile.read(f, problems)));
    all.addAll(new Environment(schema).read(environment, problems));
    all.addAll(flags);

    Map<String, GivenValue> byPath = merge(all, problems);
    Map<String, Integer> listSizes = listSizes(all, problems);
    List<Entry> entries = new ArrayList<>();
    for (Setting<?> setting : schema.settings()) {
      for (String path : paths(setting, byPath, listSizes)) {
        entry(setting, path, byPath, problems).ifPresent(entries::add);
      }
    }
    problems.throwIfAny();
    return new EffectiveConfig(entries, listSizes);
  }

  /** The last value given for each path; unknown paths are problems. */
  private Map<String, GivenValue> merge(List<GivenValue> all, Problems problems) {
    Map<String, GivenValue> byPath = new LinkedHashMap<>();
    for (GivenValue given : all) {
      boolean isSetting = schema.find(given.path()).isPresent();
      boolean isEmptySection = given.form() == Form.NOTHING && schema.isSection(given.path());
      if (isSetting && given.form() != Form.NOTHING) {
        byPath.put(given.path(), given);
      } else if (!isSetting && !isEmptySection) {
        problems.add("%s (%s)".formatted(unknown(given.path()), given.origin()));
      }
    }
    return byPath;
  }

  private String unknown(String path) {
    Optional<String> renamed = schema.renamed().hintForPath(path);
    if (renamed.isPresent()) {
      return renamed.get();
    }
    if (schema.isSection(path)) {
      return path + ": is a section, not a value; set the keys below it";
    }
    Optional<Setting<?>> above = schema.settingAbove(path);
    if (above.isPresent()) {
      return "%s: expected %s, not a section"
          .formatted(above.get().path(), above.get().type().expected());
    }
    return RemovedKeys.hintForPath(path)
        .orElseGet(
            () ->
                path
                    + ": unknown key"
                    + schema.suggestion(path).map("; did you mean %s?"::formatted).orElse(""));
  }

  /** How many sections each list has: one more than the highest index, without gaps. */
  private Map<String, Integer> listSizes(List<GivenValue> all, Problems problems) {
    Map<String, TreeMap<Integer, GivenValue>> byList = new HashMap<>();
    for (GivenValue given : all) {
      Matcher item = LIST_ITEM.matcher(given.path());
      if (item.find() && schema.isSection(item.group())) {
        byList
            .computeIfAbsent(item.group(1), list -> new TreeMap<>())
            .putIfAbsent(Integer.parseInt(item.group(2)), given);
      }
    }
    Map<String, Integer> sizes = new HashMap<>();
    byList.forEach(
        (list, items) -> {
          sizes.put(list, items.size());
          GivenValue last = items.lastEntry().getValue();
          if (items.lastKey() >= items.size()) {
            problems.add(
                ("%s: has index %d, but only %d entries come before it; number entries from 0"
                        + " without gaps (%s)")
                    .formatted(last.path(), items.lastKey(), items.size() - 1, last.origin()));
          }
        });
    return sizes;
  }

  private static List<String> paths(
      Setting<?> setting, Map<String, GivenValue> byPath, Map<String, Integer> listSizes) {
    if (setting.isFreeMap()) {
      return byPath.keySet().stream().filter(p -> p.startsWith(setting.keyPrefix())).toList();
    }
    if (!setting.isInList()) {
      return List.of(setting.path());
    }
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < listSizes.getOrDefault(setting.listPath(), 0); i++) {
      paths.add(setting.pathAt(i));
    }
    return paths;
  }

  private Optional<Entry> entry(
      Setting<?> setting, String path, Map<String, GivenValue> byPath, Problems problems) {
    GivenValue given = byPath.get(path);
    if (given == null && setting.fallback().isEmpty()) {
      problems.add(
          "%s: missing; set it to %s, for example %s"
              .formatted(path, setting.type().expected(), setting.example()));
      return Optional.empty();
    }
    try {
      return Optional.of(given == null ? fallback(setting, path) : entry(setting, path, given));
    } catch (IllegalArgumentException e) {
      problems.add(
          "%s: %s (%s)"
              .formatted(path, e.getMessage(), given == null ? DEFAULT_ORIGIN : given.origin()));
      return Optional.empty();
    }
  }

  private Entry fallback(Setting<?> setting, String path) {
    String text = setting.fallback().orElseThrow().apply(environment);
    return new Entry(setting, path, parse(setting, text, text), text, DEFAULT_ORIGIN);
  }

  private Entry entry(Setting<?> setting, String path, GivenValue given) {
    if (given.form() == Form.LIST && !setting.type().isList()) {
      throw new IllegalArgumentException("a list is not %s".formatted(setting.type().expected()));
    }
    // A value given by reference is shown as the reference: what it refers to may be a secret.
    String shown = setting.isSecretAt(path) ? Secrets.MASK : Secrets.withoutUserInfo(given.text());
    Object value = parse(setting, references.resolve(given.text()), shown);
    return new Entry(setting, path, value, shown, given.origin());
  }

  private static Object parse(Setting<?> setting, String text, String shown) {
    Optional<?> value = setting.type().parse(text);
    if (value.isEmpty()) {
      throw new IllegalArgumentException(
          "%s is not %s"
              .formatted(
                  shown.equals(Secrets.MASK) ? "the value" : "'" + shown + "'",
                  setting.type().expected()));
    }
    return value.get();
  }
}
