package io.gazeshift.targets.shape;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * A named thing that people look at.
 *
 * @param share of the time that people look at it, relative to the shares of others; empty where
 *     that is unknown, so that the prior is not made of it
 */
public record Target(String name, TargetShape shape, OptionalDouble share) {

  /** What is looked at if it is no target. */
  public static final String ELSEWHERE = "elsewhere";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w-]{0,59}");
  private static final double MOST_SHARE = 1e6;

  public Target {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no name of a target; begin with a letter and use at most 60 letters, digits, '_' or '-'"
              .formatted(name));
    }
    if (key(name).equals(ELSEWHERE)) {
      throw new IllegalArgumentException(
          "'%s' is what is looked at beside all targets; give the target another name"
              .formatted(name));
    }
    if (share.isPresent() && !(share.getAsDouble() > 0 && share.getAsDouble() <= MOST_SHARE)) {
      throw new IllegalArgumentException(
          "'%s' has a share of %s; give one above 0 and up to %.0f, or none"
              .formatted(name, share.getAsDouble(), MOST_SHARE));
    }
  }

  /** A target of which is not known how often people look at it. */
  public Target(String name, TargetShape shape) {
    this(name, shape, OptionalDouble.empty());
  }

  /** Names that people would confuse are the same. */
  public static String key(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
