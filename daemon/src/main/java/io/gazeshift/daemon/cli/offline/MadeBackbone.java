package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.network.Architecture;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The backbones that can be made by name: networks for patches, and those for landmarks. */
enum MadeBackbone {
  SMALL(Architecture.SMALL),
  RESNET18(Architecture.RESNET18),
  RESNET50(Architecture.RESNET50),
  GAZETR(Architecture.GAZETR),
  LANDMARKS(null),
  /** Landmarks with Intel's gaze network beside them. */
  LANDMARKS_ADAS(null);

  private final Architecture architecture;

  MadeBackbone(Architecture architecture) {
    this.architecture = architecture;
  }

  /** Empty for landmarks, which no network of layers reads. */
  Optional<Architecture> architecture() {
    return Optional.ofNullable(architecture);
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '+');
  }

  /** Understands the label, in upper or lower case. */
  static final class FromLabel implements ITypeConverter<MadeBackbone> {
    @Override
    public MadeBackbone convert(String text) {
      return Arrays.stream(values())
          .filter(backbone -> backbone.label().equalsIgnoreCase(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected one of %s but was '%s'".formatted(labels(), text)));
    }
  }

  private static List<String> labels() {
    return Arrays.stream(values()).map(MadeBackbone::label).toList();
  }

  /** For the help text. */
  static final class Labels implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return labels().iterator();
    }
  }
}
