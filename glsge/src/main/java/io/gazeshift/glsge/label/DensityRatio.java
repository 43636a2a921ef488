package io.gazeshift.glsge.label;

/**
 * The ratio of the target's distribution to the source's: the weight by which the paper defines
 * label shift. The target's distribution alone is the same thing only where the source's labels are
 * spread evenly.
 *
 * @param floor the source's distribution is not taken to be thinner than this: where there are
 *     almost no source labels, single ones would get all the weight
 */
public record DensityRatio(LabelModel target, LabelModel source, double floor)
    implements LabelModel {

  public DensityRatio {
    if (!(floor > 0)) {
      throw new IllegalArgumentException(
          "the floor of a density ratio must be above 0, got " + floor);
    }
  }

  @Override
  public double density(double x, double y) {
    return target.density(x, y) / Math.max(source.density(x, y), floor);
  }

  @Override
  public String describe() {
    return "%s over %s".formatted(target.describe(), source.describe());
  }
}
