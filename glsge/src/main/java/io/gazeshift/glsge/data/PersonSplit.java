package io.gazeshift.glsge.data;

import java.util.Set;
import java.util.stream.IntStream;

/**
 * Rows split by person, so that no person is used for both training and measuring.
 *
 * @param kept the rows of all other people
 * @param heldOut the rows of the persons held out
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record PersonSplit(int[] kept, int[] heldOut) {

  /** Holds some persons out. */
  public static PersonSplit holdingOut(Set<Long> heldOut, long[] persons) {
    if (persons.length == 0) {
      throw new IllegalArgumentException(
          "the samples do not name their persons; a split by person needs the tensor"
              + " 'person'");
    }
    IntStream rows = IntStream.range(0, persons.length);
    int[] out = rows.filter(i -> heldOut.contains(persons[i])).toArray();
    int[] kept =
        IntStream.range(0, persons.length).filter(i -> !heldOut.contains(persons[i])).toArray();
    return new PersonSplit(kept, out);
  }
}
