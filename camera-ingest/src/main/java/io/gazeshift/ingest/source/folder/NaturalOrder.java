package io.gazeshift.ingest.source.folder;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names as people number them: {@code image2} before {@code image10}. */
final class NaturalOrder implements Comparator<String> {

  private static final Pattern PART = Pattern.compile("\\d+|\\D+");

  @Override
  public int compare(String a, String b) {
    Matcher partA = PART.matcher(a);
    Matcher partB = PART.matcher(b);
    while (true) {
      boolean hasA = partA.find();
      boolean hasB = partB.find();
      if (!hasA || !hasB) {
        return hasA == hasB ? a.compareTo(b) : Boolean.compare(hasA, hasB);
      }
      int order = compareParts(partA.group(), partB.group());
      if (order != 0) {
        return order;
      }
    }
  }

  private static int compareParts(String a, String b) {
    if (isNumber(a) && isNumber(b)) {
      return new BigInteger(a).compareTo(new BigInteger(b));
    }
    return a.toLowerCase(Locale.ROOT).compareTo(b.toLowerCase(Locale.ROOT));
  }

  private static boolean isNumber(String part) {
    return Character.isDigit(part.charAt(0));
  }
}
