package io.gazeshift.common.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that the user probably meant, for error messages. */
public final class NearestWord {

  private NearestWord() {}

  /** The candidate closest to the word, if one is close enough to be a slip of the fingers. */
  public static Optional<String> to(String word, Collection<String> candidates) {
    int tolerated = Math.max(2, word.length() / 4);
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= tolerated)
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
  }

  /** Insertions, deletions, replacements and swaps of neighbours that turn one into the other. */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        d[i][j] =
            Math.min(d[i - 1][j - 1] + (same ? 0 : 1), Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
