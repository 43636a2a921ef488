package io.gazeshift.daemon.doctor;

import java.util.List;
import java.util.Locale;

/**
 * A kind of machine, as the build calls it.
 *
 * @param name as in {@code -Dplatform=linux-arm64}
 * @param folder what JavaCPP calls it, which is where its jars have their libraries
 */
record Platform(String name, String folder) {

  static final Platform LINUX_ARM64 = new Platform("linux-arm64", "linux-arm64");

  /** Those for which all native libraries exist. */
  static final List<Platform> SUPPORTED =
      List.of(
          new Platform("linux-amd64", "linux-x86_64"),
          LINUX_ARM64,
          new Platform("macos-arm64", "macosx-arm64"));

  static Platform current() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /** The one that Java describes by these properties. */
  static Platform of(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT).startsWith("mac") ? "macos" : osName;
    String arch =
        switch (osArch) {
          case "x86_64" -> "amd64";
          case "aarch64" -> "arm64";
          default -> osArch;
        };
    String name = (os + "-" + arch).toLowerCase(Locale.ROOT).replace(' ', '-');
    return SUPPORTED.stream()
        .filter(known -> known.name.equals(name))
        .findFirst()
        .orElse(new Platform(name, name));
  }

  /** Those whose libraries this class loader finds. */
  static List<Platform> carried(ClassLoader loader) {
    return SUPPORTED.stream()
        .filter(
            known ->
                loader.getResource(library(known, "so")) != null
                    || loader.getResource(library(known, "dylib")) != null)
        .toList();
  }

  private static String library(Platform platform, String ending) {
    return "org/bytedeco/javacpp/%s/libjnijavacpp.%s".formatted(platform.folder, ending);
  }
}
