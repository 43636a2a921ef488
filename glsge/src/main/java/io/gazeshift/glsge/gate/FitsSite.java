package io.gazeshift.glsge.gate;

/**
 * With a site prior, a candidate can pass in either of two ways: by its error on validation people,
 * or, if it was adapted to one person whom they do not resemble, by the prior.
 */
final class FitsSite implements CandidateCheck {

  private final CandidateCheck bySourcePeople;
  private final CandidateCheck byPrior;

  FitsSite(GateBounds bounds) {
    this.bySourcePeople = new SourceError(bounds);
    this.byPrior = new SitePriorCheck(bounds);
  }

  @Override
  public GateCheck judge(Evidence evidence) {
    GateCheck people = bySourcePeople.judge(evidence);
    if (people.passed()) {
      return people;
    }
    GateCheck prior = byPrior.judge(evidence);
    return new GateCheck(
        prior.name(),
        prior.passed(),
        prior.value(),
        prior.bound(),
        "%s; %s".formatted(people.reason(), prior.reason()));
  }
}
