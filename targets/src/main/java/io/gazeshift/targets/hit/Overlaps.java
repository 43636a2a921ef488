package io.gazeshift.targets.hit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What targets hide of each other. */
final class Overlaps {

  private final AngularNormal normal;
  private final ClipSpace space = new ClipSpace();

  /** By the index of the target that is behind: the parts of it that others hide. */
  private final Map<Integer, List<SphericalPolygon>> hidden = new HashMap<>();

  Overlaps(AngularNormal normal) {
    this.normal = normal;
  }

  /** Finds what two targets have in common; the one behind loses it. */
  void add(SeenTarget one, SeenTarget other) {
    List<SphericalPolygon> ofBehind = null;
    for (SphericalPolygon part : one.polygons()) {
      for (SphericalPolygon cover : other.polygons()) {
        SphericalPolygon common = part.within(cover, space);
        if (common != null) {
          if (ofBehind == null) {
            // Decided once for the two, so that no place belongs to both or to neither.
            SeenTarget behind = one.hides(other, common.middle()) ? other : one;
            ofBehind = hidden.computeIfAbsent(behind.index(), index -> new ArrayList<>());
          }
          ofBehind.add(common);
        }
      }
    }
  }

  /** The probability of all hidden parts of a target together. */
  double hiddenOf(int index) {
    List<SphericalPolygon> parts = hidden.get(index);
    return parts == null ? 0 : union(parts);
  }

  /** Each part counts without what the parts before it cover already. */
  private double union(List<SphericalPolygon> parts) {
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      List<SphericalPolygon> counted = new ArrayList<>(0);
      for (int j = 0; j < i; j++) {
        SphericalPolygon common = parts.get(i).within(parts.get(j), space);
        if (common != null) {
          counted.add(common);
        }
      }
      sum += normal.ofPolygon(parts.get(i)) - (counted.isEmpty() ? 0 : union(counted));
    }
    return sum;
  }
}
