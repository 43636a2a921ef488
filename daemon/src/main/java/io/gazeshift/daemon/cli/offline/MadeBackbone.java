package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.network.Architecture;
import java.util.Locale;
import java.util.Optional;

/** The backbones that can be made by name: networks for patches, and the one for landmarks. */
enum MadeBackbone {
  SMALL(Architecture.SMALL),
  RESNET18(Architecture.RESNET18),
  RESNET50(Architecture.RESNET50),
  GAZETR(Architecture.GAZETR),
  LANDMARKS(null);

  private final Architecture architecture;

  MadeBackbone(Architecture architecture) {
    this.architecture = architecture;
  }

  /** Empty for landmarks, which no network of layers reads. */
  Optional<Architecture> architecture() {
    return Optional.ofNullable(architecture);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
