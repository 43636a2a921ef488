package io.gazeshift.backbone.model;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The models that this program brings along; each can be named where a model's directory can. */
public enum BuiltInModel {
  /** Landmarks of real faces, with a head trained on simulated anatomy. */
  LANDMARKS,
  /** Patches of rendered faces. */
  STUDIO;

  /** As it is written in the configuration. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public Path path() {
    return Path.of(label());
  }

  /** The one that this path names; a directory of the same name is written with {@code ./}. */
  static Optional<BuiltInModel> named(Path path) {
    return Arrays.stream(values()).filter(model -> model.path().equals(path)).findFirst();
  }
}
