package io.gazeshift.backbone.samples;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers that a bank has for the persons of a list. A number that the list gives is kept, so
 * that a person has the same number in the list, the bank and every report: {@code 0007}, {@code
 * p07} and {@code subject0007} are person 7. Names without numbers are counted as they first
 * appear.
 */
final class PersonNumbers {

  /** As many digits as every long has room for. */
  private static final Pattern NUMBERED = Pattern.compile("(|.*\\D)(\\d{1,18})");

  private PersonNumbers() {}

  /** One number for each name, in their order. */
  static long[] of(List<String> names) {
    Map<String, Long> numbers = given(names);
    if (numbers.isEmpty()) {
      names.forEach(name -> numbers.putIfAbsent(name, (long) numbers.size()));
    }
    return names.stream().mapToLong(numbers::get).toArray();
  }

  /** The numbers in the names; empty unless they alone tell the persons apart. */
  private static Map<String, Long> given(List<String> names) {
    Map<String, Long> numbers = new HashMap<>();
    Set<String> prefixes = new HashSet<>();
    for (String name : new HashSet<>(names)) {
      Matcher numbered = NUMBERED.matcher(name);
      if (!numbered.matches()) {
        return new HashMap<>();
      }
      prefixes.add(numbered.group(1));
      numbers.put(name, Long.parseLong(numbered.group(2)));
    }
    boolean distinct = new HashSet<>(numbers.values()).size() == numbers.size();
    return prefixes.size() <= 1 && distinct ? numbers : new HashMap<>();
  }
}
