package io.gazeshift.common.config;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * One configuration key, declared once: its name, its type and its description.
 *
 * <p>A path is {@code broker.port}; or {@code cameras[].id}, a key of every section of a list; or
 * {@code kafka.properties.*}, any key below {@code kafka.properties} (dots included).
 *
 * @param fallback the default text, or empty if the user must give one
 * @param example a text that shows what to write, where the default does not
 * @param secret whether the value is never shown
 */
public record Setting<T>(
    String path,
    ValueType<T> type,
    Optional<Fallback> fallback,
    String description,
    String example,
    boolean secret) {

  private static final String ANY_INDEX = "[]";
  private static final String ANY_KEY = ".*";
  private static final Pattern PATH =
      Pattern.compile("[a-z][a-z0-9-]*(\\[])?(\\.[a-z][a-z0-9-]*)*(\\.\\*)?");

  /** A default text, which may depend on the environment. */
  @FunctionalInterface
  public interface Fallback extends Function<Map<String, String>, String> {}

  public Setting {
    if (!PATH.matcher(path).matches()) {
      throw new IllegalArgumentException(path + ": not a path such as a.b-c, a[].b or a.b.*");
    }
    if (!example.isEmpty() && type.parse(example).isEmpty()) {
      throw new IllegalArgumentException(
          "%s: example '%s' is not %s".formatted(path, example, type.expected()));
    }
  }

  /** A setting with a fixed default. */
  public static <T> Setting<T> of(
      String path, ValueType<T> type, String fallback, String description) {
    if (type.parse(fallback).isEmpty()) {
      throw new IllegalArgumentException(
          "%s: default '%s' is not %s".formatted(path, fallback, type.expected()));
    }
    return new Setting<>(path, type, Optional.of(env -> fallback), description, fallback, false);
  }

  /** A setting whose default depends on the environment; the example stands for it in documents. */
  public static <T> Setting<T> computed(
      String path, ValueType<T> type, Fallback fallback, String example, String description) {
    return new Setting<>(path, type, Optional.of(fallback), description, example, false);
  }

  /** A setting that the user must give. */
  public static <T> Setting<T> required(
      String path, ValueType<T> type, String example, String description) {
    return new Setting<>(path, type, Optional.empty(), description, example, false);
  }

  /** Any number of keys below a path; the example is {@code key: text}, as in YAML. */
  public static Setting<String> freeMap(String path, String example, String description) {
    return new Setting<>(
        path + ANY_KEY, ValueType.text(), Optional.empty(), description, example, false);
  }

  /** The same setting with another example than its default. */
  public Setting<T> withExample(String text) {
    return new Setting<>(path, type, fallback, description, text, secret);
  }

  /** The same setting, with a value that is never shown. */
  public Setting<T> asSecret() {
    return new Setting<>(path, type, fallback, description, example, true);
  }

  /** Whether this is a key of every section of a list. */
  public boolean isInList() {
    return path.contains(ANY_INDEX);
  }

  /** Whether this stands for any key below a path. */
  public boolean isFreeMap() {
    return path.endsWith(ANY_KEY);
  }

  /** The path of the list this is in, without the brackets. */
  public String listPath() {
    return path.substring(0, path.indexOf(ANY_INDEX));
  }

  /** What all paths of a free map start with, dot included. */
  public String keyPrefix() {
    return path.substring(0, path.length() - 1);
  }

  /** The path in one section of the list. */
  public String pathAt(int index) {
    return path.replace(ANY_INDEX, "[" + index + "]");
  }

  /** The environment variable of this setting; {@code <n>} and {@code <KEY>} stand for any. */
  public String variable() {
    return variable(path);
  }

  static String variable(String path) {
    String name = path.replace(ANY_INDEX, "_<n>").replace(ANY_KEY, "_<KEY>");
    return Environment.PREFIX
        + name.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_").replace("<N>", "<n>");
  }

  /** Whether the value at this concrete path is never shown. */
  boolean isSecretAt(String concretePath) {
    return secret
        || (isFreeMap() && Secrets.isSecretName(concretePath.substring(keyPrefix().length())));
  }
}
