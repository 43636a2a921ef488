package io.gazeshift.ingest.synthetic;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/** A scene and what becomes of it: at some times it turns into another with the same lens. */
public record Staging(SyntheticScene scene, OptionalLong seed, List<Change> changes) {

  /** From so many seconds after the first frame the scene is another one. */
  public record Change(double atS, SyntheticScene scene) {}

  public Staging {
    changes = changes.stream().sorted(Comparator.comparingDouble(Change::atS)).toList();
  }

  /** A scene that stays as it is. */
  public static Staging of(SyntheticScene scene) {
    return new Staging(scene, OptionalLong.empty(), List.of());
  }

  /**
   * Understands {@code lab?light=0.3&person=7}: a scene and knobs, which docs/reference/scenes.md
   * lists. Rejects what it does not know.
   */
  public static Staging parse(String text) {
    return SceneKnobs.parse(text);
  }

  SyntheticScene at(double timeS) {
    SyntheticScene now = scene;
    for (Change change : changes) {
      if (timeS >= change.atS()) {
        now = change.scene();
      }
    }
    return now;
  }
}
