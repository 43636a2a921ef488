package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.PersonSplit;
import io.gazeshift.glsge.data.SourceBank;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The labelled people of the source, each with one use: some train, some are estimated with, and
 * some judge. A gate that measured candidates on people of the first two kinds would measure what
 * adaptation has learned by heart.
 */
public final class SourceSplit {

  /** Of fewer frames, an error says too little. */
  static final int FEWEST_JUDGE_FRAMES = 100;

  private final AdaptationSource adaptation;
  private final SourceBank judge;
  private final boolean personsKnown;

  /**
   * @param adaptation what an adaptation may use
   * @param judge people that are in neither part of it
   */
  public SourceSplit(AdaptationSource adaptation, SourceBank judge) {
    this(adaptation, judge, true);
  }

  private SourceSplit(AdaptationSource adaptation, SourceBank judge, boolean personsKnown) {
    SourceParts.requireWidth(adaptation.train(), judge);
    SourceParts.requireVaried("the validation people have", judge.gaze());
    this.adaptation = adaptation;
    this.judge = judge;
    this.personsKnown = personsKnown;
  }

  /**
   * Shares validation people between estimates and the gate. In ascending order of their numbers,
   * the first, third, fifth ... judge, and the others are estimated with; so a single person
   * judges. Rows without persons are cut in the middle: the second half judges.
   *
   * @param train the people that the head was trained on
   * @param validation people that it was not trained on
   */
  public static SourceSplit of(SourceBank train, SourceBank validation) {
    boolean known = validation.persons().length > 0;
    PersonSplit parts = known ? byPerson(validation.persons()) : byHalf(validation.size());
    return new SourceSplit(
        new AdaptationSource(
            train,
            parts.kept().length == 0
                ? Optional.empty()
                : Optional.of(validation.rows(parts.kept()))),
        validation.rows(parts.heldOut()),
        known);
  }

  private static PersonSplit byPerson(long[] persons) {
    long[] people = Arrays.stream(persons).distinct().sorted().toArray();
    Set<Long> judging = new TreeSet<>();
    for (int i = 0; i < people.length; i += 2) {
      judging.add(people[i]);
    }
    return PersonSplit.holdingOut(judging, persons);
  }

  private static PersonSplit byHalf(int rows) {
    return new PersonSplit(
        IntStream.range(0, rows / 2).toArray(), IntStream.range(rows / 2, rows).toArray());
  }

  /** What adaptations get to see. */
  public AdaptationSource adaptation() {
    return adaptation;
  }

  /** The people that only the gate may look at. */
  public SourceBank judge() {
    return judge;
  }

  /** What does not work, or is not certain, for lack of people; empty if there are enough. */
  public Optional<String> shortage() {
    if (judge.size() < FEWEST_JUDGE_FRAMES) {
      return Optional.of(
          ("the gate judges on %d frames of validation people; with fewer than %d it rejects every"
                  + " candidate that no glances decide on. Hold out more people")
              .formatted(judge.size(), FEWEST_JUDGE_FRAMES));
    }
    if (adaptation.estimate().isEmpty()) {
      return Optional.of(
          ("beside the people that the gate judges on, there are %d frames of validation people to"
                  + " estimate with; with fewer than %d a domain is only adapted if its prior is"
                  + " known. Hold out more people")
              .formatted(adaptation.estimateFrames(), AdaptationSource.FEWEST_ESTIMATE_FRAMES));
    }
    return personsKnown
        ? Optional.empty()
        : Optional.of(
            "the validation people have no numbers (tensor 'person'), so a person may be both"
                + " estimated with and judged on. Name the persons");
  }
}
