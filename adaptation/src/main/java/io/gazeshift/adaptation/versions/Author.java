package io.gazeshift.adaptation.versions;

import io.gazeshift.common.UserError;
import java.util.regex.Pattern;

/** Who publishes a version, as it stands in the record. */
public record Author(String text) {

  /** Adaptation, on its own account. */
  public static final Author SERVICE = new Author("service");

  private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,100}");

  /**
   * A person.
   *
   * @throws UserError where that is no name
   */
  public static Author person(String name) {
    if (name.isBlank() || !NAME.matcher(name).matches()) {
      throw UserError.usage(
          "--author: '%s' is not a name; give 1 to 100 printable characters"
              .formatted(name.replaceAll("\\p{Cntrl}", "?")));
    }
    return new Author("person " + name.strip());
  }
}
