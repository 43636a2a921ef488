package io.gazeshift.glsge.data;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The people of a bank that a head was not trained on, on whom its slope and noise can be measured.
 *
 * @param persons their numbers in that bank
 * @param labelChecksum which bank it was, see {@link SourceBank#labelChecksum}
 */
public record HeldOut(Set<Long> persons, String labelChecksum) {

  private static final String PERSONS = "held_out_persons";
  private static final String BANK = "held_out_of_bank";

  public HeldOut {
    persons = Set.copyOf(persons);
  }

  /** Every n-th person of a bank; none if there are fewer than n, or n is 0. */
  public static Optional<HeldOut> everyNth(int n, SourceBank bank) {
    long[] known = Arrays.stream(bank.persons()).distinct().sorted().toArray();
    if (n < 1 || known.length < n) {
      return Optional.empty();
    }
    Set<Long> persons = new TreeSet<>();
    for (int i = n - 1; i < known.length; i += n) {
      persons.add(known[i]);
    }
    return Optional.of(new HeldOut(persons, bank.labelChecksum()));
  }

  /** The rows of the bank by whether they show one of these people. */
  public PersonSplit split(SourceBank bank) {
    return PersonSplit.holdingOut(persons, bank.persons());
  }

  public boolean isOf(SourceBank bank) {
    return labelChecksum.equals(bank.labelChecksum());
  }

  static Optional<HeldOut> read(Map<String, String> metadata) {
    String persons = metadata.getOrDefault(PERSONS, "");
    if (persons.isEmpty()) {
      return Optional.empty();
    }
    try {
      Set<Long> numbers =
          LongStream.of(Arrays.stream(persons.split(",")).mapToLong(Long::parseLong).toArray())
              .boxed()
              .collect(Collectors.toSet());
      return Optional.of(new HeldOut(numbers, metadata.getOrDefault(BANK, "")));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "its metadata '%s' is '%s', not a list of person numbers".formatted(PERSONS, persons), e);
    }
  }

  void writeTo(SafetensorsWriter writer) {
    writer
        .metadata(
            PERSONS,
            persons.stream().sorted().map(String::valueOf).collect(Collectors.joining(",")))
        .metadata(BANK, labelChecksum);
  }
}
