package io.gazeshift.common.config;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The effective values, each with its origin. Immutable. */
public final class EffectiveConfig {

  /**
   * An effective value.
   *
   * @param shown the value as people may see it
   */
  record Entry(Setting<?> setting, String path, Object value, String shown, String origin) {

    @Override
    public String toString() {
      return "%s=%s (%s)".formatted(path, shown, origin);
    }
  }

  /**
   * One line of a listing, without secrets.
   *
   * @param origin {@code default}, {@code gazeshift.yaml:12}, {@code GAZESHIFT_BROKER_PORT}, ...
   */
  public record Row(String path, String value, String origin, String description) {}

  private final Map<String, Entry> entries;
  private final Map<String, Integer> listSizes;

  EffectiveConfig(Collection<Entry> entries, Map<String, Integer> listSizes) {
    Map<String, Entry> byPath = new LinkedHashMap<>();
    entries.forEach(entry -> byPath.put(entry.path(), entry));
    this.entries = Collections.unmodifiableMap(byPath);
    this.listSizes = Map.copyOf(listSizes);
  }

  /** The value of a setting. */
  public <T> T get(Setting<T> setting) {
    return value(setting, setting.path());
  }

  /** The value of a setting in one section of its list. */
  public <T> T get(Setting<T> setting, int index) {
    return value(setting, setting.pathAt(index));
  }

  /** How many sections a list has. */
  public int size(String listPath) {
    return listSizes.getOrDefault(listPath, 0);
  }

  /** What was given below a free map, by key. */
  public Map<String, String> map(Setting<String> setting) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Entry entry : entries.values()) {
      if (entry.setting().equals(setting)) {
        values.put(
            entry.path().substring(setting.keyPrefix().length()), value(setting, entry.path()));
      }
    }
    return Collections.unmodifiableMap(values);
  }

  /** Where the value at a concrete path came from. */
  public String origin(String path) {
    return entry(path).origin();
  }

  /** Every effective value, in the order of the schema. */
  public List<Row> describe() {
    return entries.values().stream()
        .map(e -> new Row(e.path(), e.shown(), e.origin(), e.setting().description()))
        .toList();
  }

  @Override
  public String toString() {
    return entries.values().toString();
  }

  @SuppressWarnings("unchecked") // The loader parsed the value with the type of this very setting.
  private <T> T value(Setting<T> setting, String path) {
    Entry entry = entry(path);
    if (!entry.setting().equals(setting)) {
      throw new IllegalArgumentException(
          path + ": loaded with a different declaration of the setting");
    }
    return (T) entry.value();
  }

  private Entry entry(String path) {
    Entry entry = entries.get(path);
    if (entry == null) {
      throw new IllegalArgumentException(path + ": not in the schema of this configuration");
    }
    return entry;
  }
}
