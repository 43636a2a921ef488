package io.gazeshift.common.config;

import java.util.regex.Pattern;

/** Recognises secrets and masks them in output. */
public final class Secrets {

  /** Stands for a secret wherever values are shown. */
  public static final String MASK = "********";

  private static final Pattern SECRET_NAME =
      Pattern.compile("password|secret|jaas|key|token|credential", Pattern.CASE_INSENSITIVE);

  /** Keys about a secret that are not themselves one. */
  private static final Pattern HARMLESS_NAME =
      Pattern.compile(
          "(^|[._-])(location|type|alias|algorithm|url|class|ms|seconds)$",
          Pattern.CASE_INSENSITIVE);

  /** Greedy on purpose: a password may itself hold '@' or '/'. */
  private static final Pattern USER_INFO = Pattern.compile("://\\S*@");

  /** As cheap cameras have it: {@code http://host/video.cgi?user=admin&pwd=secret}. */
  private static final Pattern SECRET_PARAMETER =
      Pattern.compile(
          "([?&][^=&\\s]*(?:pass|pwd|secret|token|key|auth|credential)[^=&\\s]*=)[^&#\\s]+",
          Pattern.CASE_INSENSITIVE);

  private Secrets() {}

  /** Whether a client property of this name holds a secret. */
  public static boolean isSecretName(String name) {
    return SECRET_NAME.matcher(name).find() && !HARMLESS_NAME.matcher(name).find();
  }

  /** The text without user names, passwords and tokens of the addresses in it. */
  public static String withoutUserInfo(String text) {
    String withoutUser = USER_INFO.matcher(text).replaceAll("://" + MASK + "@");
    return SECRET_PARAMETER.matcher(withoutUser).replaceAll("$1" + MASK);
  }
}
