package io.gazeshift.common.http;

import java.util.List;

/**
 * Whom a server answers besides those who address it by its own name.
 *
 * @param hosts further names of this machine
 * @param origins other web sites whose pages may read what is below {@link #SHARED_PATH}
 */
public record VisitorRules(List<String> hosts, List<String> origins) {

  /** What is made for other programs. */
  public static final String SHARED_PATH = "/api/v1/";

  /** No further ones. */
  public static final VisitorRules OWN_NAMES = new VisitorRules(List.of(), List.of());

  public VisitorRules {
    hosts = List.copyOf(hosts);
    origins = List.copyOf(origins);
  }
}
