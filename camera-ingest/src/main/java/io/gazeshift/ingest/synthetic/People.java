package io.gazeshift.ingest.synthetic;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Who sits in front of the camera: a new person after a number of seconds, or one person by number.
 * Glasses are worn by some people unless it is said that all or none do.
 */
public record People(double seconds, OptionalLong only, Optional<Boolean> glasses) {

  static final People ONE =
      new People(Double.POSITIVE_INFINITY, OptionalLong.empty(), Optional.empty());

  static People changingEvery(double seconds) {
    return new People(seconds, OptionalLong.empty(), Optional.empty());
  }

  /** The person who sits there at a time, for a camera of that seed. */
  long identityAt(double timeS, long seed) {
    long turn = Double.isInfinite(seconds) ? 0 : (long) (timeS / seconds);
    return only.orElse(seed * 0x9E3779B97F4A7C15L + turn);
  }

  RenderedPerson person(long identity) {
    RenderedPerson person = RenderedPerson.of(identity);
    return glasses.isPresent() ? person.withGlasses(glasses.get()) : person;
  }
}
