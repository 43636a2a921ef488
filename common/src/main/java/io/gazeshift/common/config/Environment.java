package io.gazeshift.common.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the settings given by {@code GAZESHIFT_} variables. */
final class Environment {

  static final String PREFIX = "GAZESHIFT_";

  /** Read by the start script or before there is a configuration, so they are no settings. */
  private static final Set<String> NO_SETTINGS =
      Set.of("GAZESHIFT_CONFIG", "GAZESHIFT_HOME", "GAZESHIFT_OPTS");

  /** Kubernetes puts these into every pod beside a service called {@code gazeshift...}. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_\\w+)?)");

  private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");
  private static final Pattern INDEX = Pattern.compile("_(\\d{1,3})_");

  private final Schema schema;

  Environment(Schema schema) {
    this.schema = schema;
  }

  List<GivenValue> read(Map<String, String> environment, Problems problems) {
    List<GivenValue> given = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (!name.startsWith(PREFIX) || NO_SETTINGS.contains(name) || isLink(name, value)) {
                return;
              }
              path(name)
                  .ifPresentOrElse(
                      path -> given.add(GivenValue.text(path, value, name)),
                      () ->
                          problems.add(
                              RemovedKeys.hintForVariable(name).orElseGet(() -> unknown(name))));
            });
    return given;
  }

  private static boolean isLink(String name, String value) {
    return SERVICE_LINK.matcher(name).matches()
        || (name.endsWith("_PORT") && SERVICE_ADDRESS.matcher(value).matches());
  }

  private Optional<String> path(String name) {
    return schema.settings().stream().flatMap(s -> path(s, name).stream()).findFirst();
  }

  private static Optional<String> path(Setting<?> setting, String name) {
    String pattern =
        setting.variable().replace("<n>", "(\\d{1,3})").replace("<KEY>", "([A-Z0-9_]+)");
    Matcher match = Pattern.compile(pattern).matcher(name);
    if (!match.matches()) {
      return Optional.empty();
    }
    if (setting.isInList()) {
      return Optional.of(setting.pathAt(Integer.parseInt(match.group(1))));
    }
    if (setting.isFreeMap()) {
      String key = match.group(1).toLowerCase(Locale.ROOT).replace('_', '.');
      return Optional.of(setting.keyPrefix() + key);
    }
    return Optional.of(setting.path());
  }

  private String unknown(String name) {
    Optional<String> renamed = schema.renamed().hintForVariable(name);
    if (renamed.isPresent()) {
      return renamed.get();
    }
    List<String> known = schema.settings().stream().map(Setting::variable).toList();
    String meant =
        NearestWord.to(template(name), known)
            .map(n -> withIndexOf(name, n))
            .map("; did you mean %s?"::formatted)
            .orElse("; unset it");
    return name + ": unknown variable" + meant;
  }

  /** A variable's name without its index, as settings have it: {@code GAZESHIFT_CAMERAS_<n>_ID}. */
  static String template(String name) {
    return INDEX.matcher(name).replaceFirst("_<n>_");
  }

  /** The template with the index of a variable's name, if that has one. */
  static String withIndexOf(String name, String template) {
    Matcher index = INDEX.matcher(name);
    return index.find() ? template.replace("_<n>_", index.group()) : template;
  }
}
