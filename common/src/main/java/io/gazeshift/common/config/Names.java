package io.gazeshift.common.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;

/** Valid names of cameras, domains, consumer groups and their members. */
public final class Names {

  /** Of a camera or a domain, as a regular expression. */
  public static final String PATTERN = "[A-Za-z0-9._-]{1,100}";

  /** The same in words. */
  public static final String EXPECTED = "1 to 100 letters, digits, '.', '_' or '-'";

  /** Of a consumer group or a member of it. */
  public static final ValueType<String> GROUP =
      ValueType.matching("[A-Za-z0-9._-]{1,200}", "1 to 200 letters, digits, '.', '_' or '-'");

  private Names() {}

  /** In Kubernetes this is the pod's name, which a stateful set keeps. */
  public static String hostName(Map<String, String> environment) {
    String name = environment.getOrDefault("HOSTNAME", "");
    if (name.isBlank()) {
      try {
        name = InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        name = "localhost";
      }
    }
    String allowed = name.replaceAll("[^A-Za-z0-9._-]", "-");
    return allowed.substring(0, Math.min(allowed.length(), 200));
  }
}
